"""Whoever sat at a seat before a change sits there again, unless the seat has changed since."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.play.events.factories import DIRECTOR, NOW, make_people
from tests.league.play.rounds.factories import make_league

pytestmark = pytest.mark.django_db


def sub(seat, player, exception=""):
    seated = rounds.seat_substitute(
        seat=seat, player=player, exception=exception, by=Act(DIRECTOR, NOW)
    )
    return seated, Happening.objects.latest("id")


def undo(seat, change):
    return rounds.undo_seating(round=seat.round, change=change.pk, by=Act(DIRECTOR, NOW))


def sitting(seat):
    return Seat.objects.values_list("player", "stands_in_for", "is_substitute").get(pk=seat.pk)


@pytest.fixture
def seat():
    first = make_league(4)[0]
    return Seat.objects.get(table__round=first, table__number=1, number=0)


@pytest.fixture
def people(seat):
    return make_people(seat.round.stage.event.club, 3, 40)


@pytest.mark.long
def test_the_player_of_the_entry_is_back_and_the_journal_says_by_whom(seat, people):
    before = sitting(seat)
    _seated, change = sub(seat, people[0])

    undo(seat, change)

    assert sitting(seat) == before
    undone = Happening.objects.latest("id")
    assert undone.kind == "seat.substituted"
    assert undone.data["undoes"] == change.pk
    assert f"{seat.player.name} instead of {people[0].name}" in sentence_of(undone)


def refused(seat, change, error):
    happened, is_now = Happening.objects.count(), sitting(seat)
    with pytest.raises(error) as found:
        undo(seat, change)
    assert (Happening.objects.count(), sitting(seat)) == (happened, is_now)
    return str(found.value)


def test_it_is_refused_where_the_draw_was_changed_by_hand(seat, people):
    _seated, change = sub(seat, people[0])
    Seat.objects.filter(pk=seat.pk).update(player=people[1])

    assert "changed the seat since then" in refused(seat, change, rounds.NothingToUndo)


def test_it_is_refused_once_the_player_is_in_the_entry_no_more(seat, people):
    absent = seat.player
    _seated, change = sub(seat, people[0])
    entry = seat.placement.entry
    staying = [m.player for m in entry.members.filter(left_at=None) if m.player != absent]
    events.change_entry(entry=entry, players=[*staying, people[2]], by=Act(DIRECTOR, NOW))

    said = refused(seat, change, rounds.NothingToUndo)
    assert said == f"This can no longer be undone: {absent.name} is no longer in this entry."
