"""Makers of events of teams: a match is played in two rooms."""

from typing import Any

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Event
from league.play.rounds.models import Room, Round, Table
from tests.league.play.events.factories import DIRECTOR, NOW, make_event, make_people

TEAMS: dict[str, Any] = {
    "entry_kind": "team",
    "format": "round_robin",
    "stage_options": {"two_rooms": True},
    "table_play": "deals",
    "deals_a_round": 2,
    "method": {"name": "imps"},
    "tiebreaks": [],
}
LETTERS = "ABCDEFGH"


def make_teams(count: int = 2, *, members: int = 4, **fields: Any) -> Event:
    """Make a running event of teams A, B, ... of so many members."""
    event = events.open_event(event=make_event(**(TEAMS | fields)), by=Act(DIRECTOR, NOW))
    people = make_people(event.club, count * members)
    for number in range(count):
        events.add_entry(
            event=event,
            name=LETTERS[number],
            players=people[number * members : (number + 1) * members],
            by=Act(DIRECTOR, NOW),
        )
    return events.start_event(event=event, by=Act(DIRECTOR, NOW))


def both_tables(round: Round, number: int = 1) -> tuple[Table, Table]:
    """Return the tables of a match: in the open room, and in the closed one."""
    tables = {table.room: table for table in round.tables.filter(number=number)}
    return tables[Room.OPEN], tables[Room.CLOSED]
