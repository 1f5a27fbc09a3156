"""Whoever sat at a seat before a change sits there again, unless the seat has changed since."""

import pytest

from league.clubs import services as clubs
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.play.events.factories import DIRECTOR, NOW, make_people
from tests.league.play.rounds.factories import close_round, make_league, open_round

pytestmark = pytest.mark.django_db


def sub(seat, player, exception=""):
    seated = rounds.seat_substitute(
        seat=seat, player=player, exception=exception, actor=DIRECTOR, at=NOW
    )
    return seated, Happening.objects.latest("id")


def undo(seat, change):
    return rounds.undo_seating(round=seat.round, change=change.pk, actor=DIRECTOR, at=NOW)


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


@pytest.mark.long
def test_a_substitute_and_an_empty_seat_come_back_as_they_were(seat, people):
    sub(seat, people[0])
    as_first = sitting(seat)
    _seated, second = sub(seat, people[1])
    undo(seat, second)
    assert sitting(seat) == as_first

    sub(seat, None)
    _seated, change = sub(seat, people[2])
    undo(seat, change)
    assert sitting(seat) == (None, None, False)


@pytest.mark.long
def test_undone_twice_it_is_done_once(seat, people):
    _seated, change = sub(seat, people[0])
    undo(seat, change)
    happened = Happening.objects.count()

    undo(seat, change)

    assert Happening.objects.count() == happened


@pytest.mark.long
def test_a_substitute_by_exception_comes_back_without_a_new_reason(seat, people):
    event = seat.round.stage.event
    events.change_event(event=event, changes={"substitutes": "nobody"}, actor=DIRECTOR, at=NOW)
    sub(seat, people[0], exception="the bus was late")
    by_exception = sitting(seat)
    _seated, change = sub(seat, people[1], exception="another reason")

    undo(seat, change)

    assert sitting(seat) == by_exception


def refused(seat, change, error):
    happened, is_now = Happening.objects.count(), sitting(seat)
    with pytest.raises(error) as found:
        undo(seat, change)
    assert (Happening.objects.count(), sitting(seat)) == (happened, is_now)
    return str(found.value)


@pytest.mark.long
def test_it_is_refused_once_somebody_has_changed_the_seat(seat, people):
    _seated, first = sub(seat, people[0])
    sub(seat, people[1])

    assert "somebody has changed the seat since then" in refused(seat, first, rounds.NothingToUndo)


def test_it_is_refused_where_the_draw_was_changed_by_hand(seat, people):
    _seated, change = sub(seat, people[0])
    Seat.objects.filter(pk=seat.pk).update(player=people[1])

    assert "changed the seat since then" in refused(seat, change, rounds.NothingToUndo)


@pytest.mark.long
def test_it_is_refused_while_whoever_sat_there_sits_elsewhere(seat, people):
    absent = seat.player
    _seated, change = sub(seat, people[0])
    other = Seat.objects.get(table__round=seat.round, table__number=2, number=1)
    sub(other, absent, exception="needed there")

    assert "sits at table 2" in refused(seat, change, rounds.PlayerIsSeated)


def test_it_is_refused_once_the_player_is_in_the_entry_no_more(seat, people):
    absent = seat.player
    _seated, change = sub(seat, people[0])
    entry = seat.placement.entry
    staying = [m.player for m in entry.members.filter(left_at=None) if m.player != absent]
    events.change_entry(entry=entry, players=[*staying, people[2]], actor=DIRECTOR, at=NOW)

    said = refused(seat, change, rounds.NothingToUndo)
    assert said == f"This can no longer be undone: {absent.name} is no longer in this entry."


@pytest.mark.long
def test_it_is_refused_in_a_closed_round(seat, people):
    _seated, change = sub(seat, people[0])
    open_round(seat.round)
    close_round(seat.round)

    assert "is closed" in refused(seat, change, rounds.RoundInWrongState)


@pytest.mark.long
def test_a_change_of_another_round_or_of_another_kind_is_none_here(seat, people):
    _seated, change = sub(seat, people[0])
    other = make_league(4, seat.round.stage.event.club)[0]
    with pytest.raises(rounds.NothingToUndo):
        rounds.undo_seating(round=other, change=change.pk, actor=DIRECTOR, at=NOW)

    open_round(seat.round)
    opened = Happening.objects.latest("id")
    refused(seat, opened, rounds.NothingToUndo)


@pytest.mark.long
def test_who_was_merged_since_sits_there_by_the_name_that_stayed(seat, people):
    absent, (zoe, stays, _third) = seat.player, people
    _seated, change = sub(seat, zoe)
    clubs.merge_players(stays=stays, goes=absent, actor=DIRECTOR, at=NOW)

    undo(seat, change)

    assert sitting(seat)[0] == stays.pk
