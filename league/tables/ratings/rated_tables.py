"""The tables that ratings are made from, with one query for a whole club."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import orjson
from django.db import connection

from games import services as games
from league.play.events.models import Visibility
from league.play.prepared.hiding import hidden_in_club
from league.play.results.models import TableState
from league.tables.ratings.method import TableFact


class PlayedTable(NamedTuple):
    """A table that is rated: its facts, its family of games, and when its round began."""

    family: str
    at: datetime
    fact: TableFact


# A table is rated when its result is confirmed and was played: points awarded by a director say
# nothing about strength. The people who sat there are rated, also substitutes; nobody is where a
# seat has no name, or where two players at the table were merged into one. Hidden events are trials
# and are left out. A table waits until all other tables have played its prepared deals.
TABLES = """
SELECT result.table_id, event.variant, coalesce(round.opened_at, round.drawn_at),
       result.totals, result.deals, sat.players, sat.sides
FROM results_tableresult result
JOIN rounds_table tbl ON tbl.id = result.table_id
JOIN rounds_round round ON round.id = result.round_id
JOIN events_stage stage ON stage.id = round.stage_id
JOIN events_event event ON event.id = stage.event_id
JOIN (
    SELECT seat.table_id,
           array_agg(coalesce(player.merged_into_id, player.id) ORDER BY seat.number) AS players,
           array_agg(placement.side::int ORDER BY seat.number) AS sides
    FROM rounds_seat seat
    JOIN rounds_placement placement ON placement.id = seat.placement_id
    LEFT JOIN clubs_player player ON player.id = seat.player_id
    WHERE seat.round_id IN (
        SELECT round.id FROM rounds_round round
        JOIN events_stage stage ON stage.id = round.stage_id
        JOIN events_event event ON event.id = stage.event_id WHERE event.club_id = %(club)s
    )
    GROUP BY seat.table_id
) sat ON sat.table_id = result.table_id
WHERE event.club_id = %(club)s AND event.visibility <> %(hidden)s
  AND result.state = %(confirmed)s AND result.awarded IS NULL AND result.deals > 0
  AND result.table_id <> ALL(%(held_back)s::bigint[])
ORDER BY coalesce(round.opened_at, round.drawn_at), round.id, tbl.number, tbl.room, tbl.id
"""


def tables_played(club_id: int) -> list[PlayedTable]:
    """Return the club's tables that count, in the order in which they were played."""
    hidden = hidden_in_club(club_id)
    with connection.cursor() as cursor:
        cursor.execute(
            TABLES,
            {
                "club": club_id,
                "hidden": Visibility.HIDDEN.value,
                "confirmed": TableState.CONFIRMED.value,
                "held_back": hidden.held_back,
            },
        )
        rows = cursor.fetchall()
    return [
        PlayedTable(
            games.family_of(variant).id,
            at,
            TableFact(
                table=table,
                players=by_side,
                points=tuple(points),
                deals=deals,
                spread=games.spread_of(variant),
            ),
        )
        for table, variant, at, totals, deals, players, sides in rows
        if len(points := orjson.loads(totals)) == len(by_side := _by_side(players, sides))
        and None not in players
        and len(set(players)) == len(players)
    ]


def _by_side(players: Sequence[int], sides: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            player
            for player, side_of_player in zip(players, sides, strict=True)
            if side_of_player == side
        )
        for side in sorted(set(sides))
    )
