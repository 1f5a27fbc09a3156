"""How players of a club have done against each other, over all events that a visitor may see."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from league.play.prepared.hiding import hidden_in_events
from league.play.rounds.models import Room

MOST_PEOPLE = 16
# a match in two rooms is one match: its tables are left out, and only they know it whole
MEETINGS = """
WITH sat AS (
    SELECT seat.table_id, placement.side, coalesce(player.merged_into_id, player.id) AS player,
           result.winner
    FROM rounds_seat seat
    JOIN rounds_placement placement ON placement.id = seat.placement_id
    JOIN rounds_table tbl ON tbl.id = seat.table_id
    JOIN rounds_round round ON round.id = tbl.round_id
    JOIN events_stage stage ON stage.id = round.stage_id
    JOIN clubs_player player ON player.id = seat.player_id
    JOIN results_tableresult result ON result.table_id = seat.table_id
    WHERE stage.event_id = ANY(%(events)s) AND round.state <> 'drawn'
      AND result.state = 'confirmed' AND result.awarded IS NULL AND tbl.room = %(room)s
      AND seat.table_id <> ALL(%(held_back)s::bigint[])
), busiest AS (
    SELECT player FROM sat GROUP BY player
    ORDER BY bool_or(player = %(chosen)s) DESC, count(*) DESC, player LIMIT %(most)s
)
SELECT one.player, other.player,
       count(*) FILTER (WHERE one.winner = one.side),
       count(*) FILTER (WHERE one.winner IS NULL),
       count(*) FILTER (WHERE one.winner IS NOT NULL AND one.winner <> one.side)
FROM sat one
JOIN sat other ON other.table_id = one.table_id AND other.side <> one.side
WHERE one.player IN (SELECT player FROM busiest) AND other.player IN (SELECT player FROM busiest)
GROUP BY 1, 2
"""


class Against(NamedTuple):
    """How often one player's side has won, drawn and lost against the other's."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return sum(self)

    @property
    def tone(self) -> str:
        """The colour of a cell: "won", "lost", or "drawn" when the two are level."""
        return "drawn" if self.won == self.lost else "won" if self.won > self.lost else "lost"


def met_in(events: Iterable[int], *, chosen: int | None = None) -> dict[tuple[int, int], Against]:
    """Return how those who played most have done against each other; two queries.

    Confirmed tables count once no hidden deal holds them back. The `chosen` player is included.
    """
    event_ids = list(events)
    with connection.cursor() as cursor:
        cursor.execute(
            MEETINGS,
            {
                "events": event_ids,
                "held_back": hidden_in_events(event_ids).held_back,
                "room": Room.ONLY.value,
                "chosen": chosen,
                "most": MOST_PEOPLE,
            },
        )
        return {(one, other): Against(*sums) for one, other, *sums in cursor.fetchall()}


def matrix_of(
    met: Mapping[tuple[int, int], Against], names: Mapping[int, str], chosen: int | None = None
) -> list[dict[str, Any]]:
    """Return a row a player, who has won most of what was played first, with a cell for each."""
    people = _best_first(met, names)
    return [
        {
            "id": person,
            "name": names[person],
            "is_chosen": person == chosen,
            "all": _sum([met[person, other] for other in people if (person, other) in met]),
            "cells": [
                {
                    "name": names[other],
                    "is_self": other == person,
                    "against": met.get((person, other)),
                }
                for other in people
            ],
        }
        for person in people
    ]


def _best_first(met: Mapping[tuple[int, int], Against], names: Mapping[int, str]) -> list[int]:
    people = {player for pair in met for player in pair if player in names}
    sums = {
        person: _sum([a for (own, _other), a in met.items() if own == person]) for person in people
    }

    def order(player: int) -> tuple[float, str]:
        own = sums[player]
        return (-(own.won + own.drawn / 2) / max(1, own.played), names[player])

    return sorted(people, key=order)


def _sum(all_of: Sequence[Against]) -> Against:
    return Against(*(sum(against[part] for against in all_of) for part in range(3)))
