"""The results of a stage's prepared deals at its tables, where deals are compared."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

import orjson
from django.db import connection

from league.foundation.doors.reading import Number
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import COUNTING, SubmissionState
from league.tables.standings.credits import Credits
from league.tables.standings.methods.deals.played import DealResult, PlayedDeal

SIDES = {0, 1}


class DealFact(NamedTuple):
    """A prepared deal at a table: points by side, none before it is submitted, or the award."""

    deal: int
    table: int
    points: list[float] | None
    award: list[float] | None
    entries: list[int]
    sides: list[int]
    is_provisional: bool


# One row a table: its deals, who sat where, what was submitted of which deal.
DEALS = """
SELECT tbl.round_id, tbl.id, tbl.number, tbl.deal_numbers, result.awarded,
       side.entries, side.sides, scored.numbers, scored.scores, scored.waiting
FROM rounds_table tbl
JOIN (
    SELECT table_id, array_agg(entry_id ORDER BY side, id) AS entries,
           array_agg(side::int ORDER BY side, id) AS sides
    FROM rounds_placement WHERE round_id = ANY(%(rounds)s) AND table_id IS NOT NULL
    GROUP BY table_id
) side ON side.table_id = tbl.id
LEFT JOIN results_tableresult result ON result.table_id = tbl.id
LEFT JOIN (
    SELECT submission.table_id, array_agg(submission.number::int ORDER BY submission.number)
           AS numbers, jsonb_agg(deal.score ORDER BY submission.number) AS scores,
           array_agg(submission.state <> %(confirmed)s ORDER BY submission.number) AS waiting
    FROM results_submission submission
    JOIN rounds_table ON rounds_table.id = submission.table_id
    JOIN games_deal deal ON deal.id = submission.deal_id
    WHERE rounds_table.round_id = ANY(%(rounds)s) AND submission.state = ANY(%(counting)s)
    GROUP BY submission.table_id
) scored ON scored.table_id = tbl.id
WHERE tbl.round_id = ANY(%(rounds)s)
ORDER BY tbl.number, tbl.room, tbl.id
"""


def deal_facts(
    rounds: Iterable[int], credits: Credits, *, hidden: HiddenDeals
) -> dict[int, list[DealFact]]:
    """Return by round the submitted results of prepared deals, and who is credited; one query.

    Deals are left out that are disputed, hidden, or more than the table was to play.
    """
    facts: dict[int, list[DealFact]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(
            DEALS,
            {
                "rounds": list(rounds),
                "confirmed": SubmissionState.CONFIRMED.value,
                "counting": [state.value for state in COUNTING],
            },
        )
        for round_id, table_id, *row in cursor.fetchall():
            places = hidden.places(table_id)
            facts[round_id] += [
                _credited(fact, table_id, credits) for fact in _at_table(*row, hidden=places)
            ]
    return facts


def _credited(fact: DealFact, table_id: int, credits: Credits) -> DealFact:
    entries, sides = credits.share(table_id, fact.entries, fact.sides)
    return fact._replace(entries=entries, sides=sides)


def _at_table(
    table: int,
    deals: str,
    awarded: str | None,
    entries: list[int],
    sides: list[int],
    numbers: list[int] | None,
    scores: str | None,
    waiting: list[bool] | None,
    *,
    hidden: Collection[int],
) -> list[DealFact]:
    if set(sides) != SIDES:
        return []
    award = None if awarded is None else orjson.loads(awarded)
    scored = dict(zip(numbers or (), orjson.loads(scores or "[]"), strict=True))
    open_ones = dict(zip(numbers or (), waiting or (), strict=True))
    return [
        DealFact(
            deal, table, scored.get(place), award, entries, sides, bool(open_ones.get(place, False))
        )
        for place, deal in enumerate(orjson.loads(deals), start=1)
        if (award is not None or place in scored) and place not in hidden
    ]


def first_compared(rounds: Iterable[tuple[int, Iterable[DealFact]]]) -> int | None:
    """Return the first round after which there is anything to compare."""
    played: Counter[int] = Counter()
    for number, facts in rounds:
        for fact in facts:
            played[fact.deal] += fact.points is not None
            if fact.award is not None or played[fact.deal] > 1:
                return number
    return None


def compared_deals(
    rounds: Iterable[tuple[int, Iterable[DealFact]]], ids: Mapping[int, str]
) -> list[PlayedDeal]:
    """Return the deals that can be compared: played at two tables at least, or awarded.

    `rounds` are (number, facts); `ids` are what the entries are called in the ranking.
    """
    by_deal: dict[int, list[DealResult]] = defaultdict(list)
    for number, facts in rounds:
        for fact in facts:
            by_deal[fact.deal].append(_result(number, fact, ids))
    return [
        PlayedDeal(deal, tuple(results))
        for deal, results in sorted(by_deal.items())
        if sum(result.points is not None for result in results) > 1
        or any(result.award is not None for result in results)
    ]


def _result(number: int, fact: DealFact, ids: Mapping[int, str]) -> DealResult:
    sides: tuple[list[str], list[str]] = ([], [])
    for entry, side in zip(fact.entries, fact.sides, strict=True):
        sides[side].append(ids[entry])
    return DealResult(
        sides=(tuple(sides[0]), tuple(sides[1])),
        points=_two(fact.points),
        award=_two(fact.award),
        round=number,
        table=fact.table,
        provisional=fact.is_provisional,
    )


def _two(numbers: list[float] | None) -> tuple[Number, Number] | None:
    if numbers is None:
        return None
    first, second = (exact(number) for number in numbers)
    return first, second


def exact(points: float) -> Number:
    """Return the number that was written down, not the float beside it."""
    return points if type(points) is int else Fraction(str(points))


def exact_column(points: Sequence[float]) -> Sequence[Number]:
    """Return `exact` of each; a column of whole numbers, the usual one, is itself."""
    if set(map(type, points)) <= {int}:
        return cast(Sequence[int], points)
    return [exact(point) for point in points]
