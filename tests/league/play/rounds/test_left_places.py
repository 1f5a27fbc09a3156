"""Somebody goes home: who moves is said by name, and coming back restores the place or says not."""

import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.names import name_of
from league.play.rounds import services as rounds
from league.play.rounds.arrangement import moves_in_words
from league.play.rounds.models import Placement
from league.play.rounds.selectors import waiting_in
from league.play.rounds.services.seating import arrangement_of
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.rounds.factories import draw, make_evening, open_round
from tests.league.play.rounds.playing import SINGLES, TOTAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def partners():
    """A round of two tables of partners being played, and one player who sits out."""
    event = make_running(9, format="individual", rounds_planned=3, **(SINGLES | TOTAL))
    return open_round(draw(event)[0])


def seated(round, place=0):
    placements = Placement.objects.filter(round=round, table__number=1).order_by("side", "id")
    return placements[place].entry


def withdraw(entry):
    events.withdraw_entry(entry=entry, by=Act(DIRECTOR, NOW))
    entry.refresh_from_db()


def reinstate(entry):
    events.reinstate_entry(entry=entry, by=Act(DIRECTOR, NOW))
    entry.refresh_from_db()


def words(round, entry):
    return moves_in_words(round.stage.event, entry)


def test_who_takes_the_place_is_named_and_gives_it_back(partners):
    (resting,) = waiting_in(partners)
    leaving, before = seated(partners, 1), arrangement_of(partners)
    name, other = name_of(leaving), name_of(resting.entry)

    withdraw(leaving)
    assert words(partners, leaving) == [f"Round 1: {other} takes the place at table 1."]

    reinstate(leaving)
    assert arrangement_of(partners) == before
    assert words(partners, leaving) == [
        f"Round 1: {name} is at table 1 again, and {other} sits out."
    ]


def test_a_place_that_somebody_else_got_since_is_said_to_be_taken(partners):
    (resting,) = waiting_in(partners)
    first, second = seated(partners, 0), seated(partners, 1)
    withdraw(first)
    rounds.edit_round(
        round=partners,
        changes=[rounds.Change(kind="swap", entries=(resting.entry_id, second.pk))],
        expected_version=type(partners).objects.get(pk=partners.pk).version,
        by=Act(DIRECTOR, NOW),
    )

    reinstate(first)

    assert words(partners, first) == [
        f"Round 1: the place at table 1 is taken, so {name_of(first)} has no table. "
        "Change the draw by hand to seat them there."
    ]


def test_single_players_get_their_own_seat_back():
    round = open_round(make_evening(9))
    leaving, before = seated(round, 1), arrangement_of(round)

    withdraw(leaving)
    assert words(round, leaving) == []
    reinstate(leaving)

    assert arrangement_of(round) == before
