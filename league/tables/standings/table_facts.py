"""Facts of tables that only some tie-breaks need: who dealt first, and results of the deals."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F

from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import COUNTING
from league.play.rounds.models import Room, Seat
from league.play.rounds.rooms import FIRST_TABLES
from league.tables.standings.methods import FACTS_OF_DEALS, TIEBREAKS, Fact


class SideFact(NamedTuple):
    """What a side did in the deals of its table that count."""

    sets: int
    bids_made: int
    highest_deal: float


class TableFact(NamedTuple):
    """The side that dealt first, and the facts of the sides; none where no tie-break asks."""

    first_deal: int = 0
    sides: tuple[SideFact, ...] = ()


# Who declared is the same word in the detail of every game's result. In the closed room of a
# match the sides are turned.
DEALS = """
SELECT tbl.round_id, tbl.number, side.number,
       count(*) FILTER (WHERE NOT deal.made AND declared.side = own.place - 1),
       count(*) FILTER (WHERE deal.made AND declared.side = own.place - 1),
       max(own.points::numeric)::float
FROM results_submission submission
JOIN rounds_table tbl ON tbl.id = submission.table_id
JOIN games_deal deal ON deal.id = submission.deal_id
CROSS JOIN LATERAL (SELECT (deal.detail ->> 'declarer_side')::int AS side) declared
CROSS JOIN LATERAL jsonb_array_elements_text(deal.score) WITH ORDINALITY AS own(points, place)
CROSS JOIN LATERAL (
    SELECT CASE WHEN tbl.room = %(closed)s THEN 2 - own.place ELSE own.place - 1 END AS number
) side
WHERE tbl.round_id = ANY(%(rounds)s) AND submission.state = ANY(%(states)s)
      AND coalesce(deal.detail ->> 'redeal', 'false') <> 'true' AND deal.form <> 'final'
      AND (tbl.id, submission.number) NOT IN (
          SELECT * FROM unnest(%(hidden_tables)s::bigint[], %(hidden_places)s::int[])
      )
GROUP BY tbl.round_id, tbl.number, side.number
ORDER BY tbl.round_id, tbl.number, side.number
"""


def table_facts(
    rounds: Iterable[int], tiebreaks: Collection[str], *, hidden: HiddenDeals
) -> dict[tuple[int, int], TableFact]:
    """Return what the tie-breaks ask of each table, by round and number of the table.

    At most two queries, none where no tie-break asks for anything. Hidden deals are left out, and
    nothing is known of the deals of a table that has only its final score.
    """
    ids = list(rounds)
    needed = {TIEBREAKS[name].needs for name in tiebreaks if name in TIEBREAKS}
    facts: dict[tuple[int, int], TableFact] = {}
    if not needed.isdisjoint(FACTS_OF_DEALS):
        for table, sides in _sides_of(ids, hidden).items():
            facts[table] = TableFact(sides=tuple(sides))
    if Fact.FIRST_DEAL in needed:
        for table, side in _first_deals(ids):
            facts[table] = facts.get(table, TableFact())._replace(first_deal=side)
    return facts


def _sides_of(rounds: list[int], hidden: HiddenDeals) -> dict[tuple[int, int], list[SideFact]]:
    sides: dict[tuple[int, int], list[SideFact]] = {}
    with connection.cursor() as cursor:
        states = [state.value for state in COUNTING]
        asked: dict[str, Any] = {"rounds": rounds, "states": states, "closed": Room.CLOSED}
        cursor.execute(DEALS, asked | hidden.as_arrays)
        for round_id, number, _side, sets, made, highest in cursor.fetchall():
            sides.setdefault((round_id, number), []).append(SideFact(sets, made, highest))
    return sides


def _first_deals(rounds: list[int]) -> Iterable[tuple[tuple[int, int], int]]:
    """Yield the tables at which another side than the first dealt first, with that side."""
    rows = Seat.objects.filter(
        round__in=rounds,
        number=F("table__first_dealer"),
        placement__side__gt=0,
        table__room__in=FIRST_TABLES,
    ).values_list("round", "table__number", "placement__side")
    for round_id, number, side in rows.order_by("round", "table__number"):
        yield (round_id, number), side or 0
