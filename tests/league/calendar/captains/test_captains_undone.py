"""Captains that were named and line-ups that were set, undone."""

from datetime import timedelta

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import line_ups_of, players_in
from league.calendar.captains.models import LineUp
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.entry_rules import captain_of
from league.play.events.models import Captain
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.calendar.captains.factories import (
    NOW,
    acting,
    again,
    line_up,
    make_match,
    names_of,
    people_of,
    set_rules,
)
from tests.league.play.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=1)
LATER_STILL = NOW + timedelta(minutes=2)


@pytest.fixture
def match():
    return make_match()


def last(kind):
    return Happening.objects.filter(kind=kind).latest("id")


# ------------------------------------------------------------------------------- captains


def name(match, player, at=NOW):
    captains.name_captain(entry=match.entries[0], player=player, by=Act(DIRECTOR, at))
    return captains.captain_change(match.entries[0], by=Act(DIRECTOR, at))


def undo_naming(match, change):
    return captains.undo_captain(
        entry=match.entries[0], change=change.pk, by=Act(DIRECTOR, LATER_STILL)
    )


def test_the_captain_before_is_captain_again_once_and_the_journal_says_so(match):
    first, second, third = people_of(match.entries[0])[:3]
    change = name(match, second)
    newer = name(match, third, LATER)

    undo_naming(match, newer)
    happened = Happening.objects.count()
    undo_naming(match, newer)
    assert Happening.objects.count() == happened
    assert captain_of(match.entries[0]) == second

    assert undo_naming(match, change) == first
    assert not Captain.objects.exists()
    assert sentence_of(last("captain.naming_undone")) == (
        f"{DIRECTOR.name} undid naming {second.name} the captain of A"
    )


def test_a_captain_named_since_stays(match):
    _first, second, third = people_of(match.entries[0])[:3]
    change = name(match, second)
    name(match, third, LATER)

    with pytest.raises(OutOfDate, match="somebody has named another captain since then"):
        undo_naming(match, change)

    assert captain_of(match.entries[0]) == third


# ------------------------------------------------------------------------------- line-ups


def set_by_director(match, side, *which, at=NOW):
    people = people_of(match.entries[side])
    captains.set_line_up(
        match=match,
        side=side,
        players=[people[one] for one in which],
        by_director=True,
        by=Act(DIRECTOR, at),
    )
    return captains.line_up_change(match, by=Act(DIRECTOR, at))


def undo_line_up(match, side, change, actor=DIRECTOR, **more):
    more = {"by_director": True} | more
    by = Act(actor, LATER_STILL)
    return captains.undo_line_up(match=again(match), side=side, change=change.pk, by=by, **more)


def lined_up(match, side):
    found = line_ups_of(again(match)).get(side)
    return None if found is None else [player.name for player in players_in(found)]


def sitting():
    names = ("player", "stands_in_for", "is_substitute")
    return list(Seat.objects.order_by("pk").values_list("pk", *names))


def test_the_first_line_up_is_gone_once_and_the_journal_says_so(match):
    change = set_by_director(match, 0, 3, 2)

    assert undo_line_up(match, 0, change) is None
    happened = Happening.objects.count()
    undo_line_up(match, 0, change)

    assert not LineUp.objects.exists()
    assert Happening.objects.count() == happened
    assert sentence_of(last("line_up.set_undone")) == (
        f"{DIRECTOR.name} undid the change to the line-up of A for round 1"
    )


@pytest.mark.long
def test_a_line_up_or_a_seat_that_somebody_changed_since_stays(match):
    change = set_by_director(match, 0, 3, 2)
    line_up(match, 0, 4, 5, at=LATER)
    with pytest.raises(OutOfDate, match="somebody has changed the line-up since then"):
        undo_line_up(match, 0, change)
    assert lined_up(match, 0) == names_of(match, 0, 4, 5)

    line_up(match, 1, 0, 1)
    change = set_by_director(match, 0, 2, 3, at=LATER)
    seat = Seat.objects.get(player=people_of(match.entries[0])[2])
    other = people_of(match.entries[0])[1]
    rounds.seat_substitute(seat=seat, player=other, by=Act(DIRECTOR, LATER_STILL))
    after = sitting()
    with pytest.raises(Refused, match="somebody has changed the seat since then"):
        undo_line_up(match, 0, change)
    assert (sitting(), lined_up(match, 0)) == (after, names_of(match, 0, 2, 3))


def test_a_captain_undoes_the_own_line_up_before_it_is_shown_and_no_other(match):
    set_rules(match)
    line_up(match, 0, 3, 2)
    own = captains.line_up_change(match, by=Act(acting(match, 0), NOW))
    as_captain = {"by_director": False, "actor": acting(match, 1)}
    with pytest.raises(OutOfDate):
        undo_line_up(match, 1, own, **as_captain)

    line_up(match, 1, 0, 1, at=LATER)
    with pytest.raises(Refused, match="Both line-ups are in and shown"):
        undo_line_up(match, 0, own, by_director=False, actor=acting(match, 0))
    assert lined_up(match, 0) == names_of(match, 0, 3, 2)
