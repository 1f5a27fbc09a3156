"""Draws of an event keep apart whom the club keeps apart, as it was when the event began."""

from datetime import timedelta

import pytest

from league.clubs.services import keep_apart
from league.foundation.journal.actor import Act
from league.play.events.models import EntryMember
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement
from tests.league.play.events.factories import DIRECTOR, NOW, make_running

pytestmark = pytest.mark.django_db

BEFORE = NOW - timedelta(days=1)


def make_swiss(entries):
    """Make a Swiss whose first round would be 1 against 2, 3 against 4 and so on."""
    adjacent = {"first_round": "adjacent"}
    return make_running(entries, format="swiss", stage_options=adjacent, rounds_planned=3)


def players_of(event):
    """Return the first player of each entry, by the entries' numbers."""
    rows = EntryMember.objects.filter(entry__event=event, position=0).order_by("entry__number")
    return [row.player for row in rows.select_related("player__club")]


def meetings(round_):
    tables = {}
    for table, number in Placement.objects.filter(round=round_, table__isnull=False).values_list(
        "table__number", "entry__number"
    ):
        tables.setdefault(table, set()).add(number)
    return list(tables.values())


def draw(event):
    return rounds.draw_rounds(stage=event.stages.get(), by=Act(DIRECTOR, NOW))[0]


def test_two_of_a_household_do_not_meet_in_a_swiss():
    event = make_swiss(4)
    one, two, *_others = players_of(event)
    keep_apart(player=two, other=one, by=Act(DIRECTOR, BEFORE))

    first = draw(event)

    assert {1, 2} not in meetings(first)


@pytest.mark.long
def test_what_is_noted_after_the_event_began_counts_for_the_next_one():
    event = make_swiss(4)
    one, two, *_others = players_of(event)
    keep_apart(player=two, other=one, by=Act(DIRECTOR, NOW + timedelta(minutes=1)))

    assert {1, 2} in meetings(draw(event))
