"""What a match in two rooms has come to, for pages that show its tables."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from league.play.rounds.models import Room, Table
from league.play.rounds.rooms import compares_deals
from league.play.rounds.selectors import side_names
from league.play.rounds.stage_results import outcomes_of

IN_POINTS = "board_a_match"


def matches_shown(
    tables: Sequence[Table],
    *,
    held_back: Collection[int],
    public: bool = False,
    home_second: Collection[int] = (),
) -> dict[int, dict[str, Any]]:
    """Return what `components/match.html` needs, by the id of each table of a match that is over.

    The tables are of one round, which knows its stage and event. No query where a match has one
    table, else two. A match is left out while one of its tables is `held_back` (ids). Of those in
    `home_second` (numbers) the second side is named first.
    """
    in_rooms = [table for table in tables if table.room != Room.ONLY]
    if not in_rooms:
        return {}
    round = in_rooms[0].round
    event = round.stage.event
    outcomes = outcomes_of([round], held_back=held_back)
    shown = {}
    for table in in_rooms:
        outcome = outcomes.get((round.number, table.number))
        if outcome is None:
            continue
        names = side_names(table, public=public, is_marked=True)
        if table.room == Room.CLOSED:
            names.reverse()
        sides = [
            {"name": name, "points": float(points)}
            for name, points in zip(names, outcome.points, strict=True)
        ]
        shown[table.pk] = {
            "sides": sides[::-1] if table.number in home_second else sides,
            "in_imps": compares_deals(round.stage) and event.method["name"] != IN_POINTS,
            "is_confirmed": outcome.is_confirmed,
        }
    return shown


def of_closed_room(table: Table, matches: Mapping[int, dict[str, Any]]) -> dict[str, Any] | None:
    """Return the match for a list of tables: below the second of its two, once."""
    return matches.get(table.pk) if table.room == Room.CLOSED else None
