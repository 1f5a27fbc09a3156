"""The results of a stage's prepared deals at its tables, where deals are compared."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, cast

import orjson
from django.db import connection
from django.db.models import F

from games import services as games
from games.sentences import Sentence
from league.foundation.doors.reading import InvalidRequest, Number
from league.play.events.models import EntryMember, EntryState, Stage, SubstitutePoints
from league.play.prepared.hiding import HiddenDeals, hidden_in_stages
from league.play.results.deal_words import Names
from league.play.results.models import COUNTING, SubmissionState
from league.play.rounds.models import Placement, RoundState, Seat, Table
from league.play.rounds.rooms import compares_deals
from league.tables.standings.methods import read_method
from league.tables.standings.methods.deal_bookkeeping import Explained, explain_deal
from league.tables.standings.methods.deals.methods import ComparedDeals, DealMethod, Matchpoints
from league.tables.standings.methods.deals.played import DealResult, PlayedDeal
from league.tables.standings.methods.deals.scored import full_results

# --- Which entry gets the points of a seat where a substitute sat, if not the seat's own entry ---


@dataclass(frozen=True, slots=True)
class Credits:
    """By table, the entries that do not get their points, each with the one that does or None.

    `played` are (round, entry): who got points at a table by standing in there.
    """

    by_table: Mapping[int, Mapping[int, int | None]] = field(default_factory=dict)
    played: Collection[tuple[int, int]] = frozenset()

    def share(
        self, table: int, entries: list[int], sides: list[int]
    ) -> tuple[list[int], list[int]]:
        """Return who gets the points of the table, each with a side; one may be left to nobody."""
        instead = self.by_table.get(table)
        if not instead:
            return entries, sides
        credited = [
            (to, side)
            for entry, side in zip(entries, sides, strict=True)
            if (to := instead.get(entry, entry)) is not None
        ]
        return [entry for entry, _side in credited], [side for _entry, side in credited]


def credits_of(stage: Stage, rounds: Collection[int]) -> Credits:
    """Return who gets whose points in these rounds, as the event's rule on substitutes says.

    No query where the entry gets them, else two. Points that go to the substitute's own entry go
    to nobody where the substitute has none.
    """
    points = stage.event.substitute_points
    if points == SubstitutePoints.ENTRY:
        return Credits()
    entry_of = _entries_by_player(stage) if points == SubstitutePoints.PLAYER else {}
    by_table: dict[int, dict[int, int | None]] = {}
    played = set()
    seats = Seat.objects.filter(round__in=rounds, is_substitute=True).order_by("id")
    for round_id, table, entry, player, merged in seats.values_list(
        *("round_id", "table_id", "placement__entry_id", "player_id", "player__merged_into_id")
    ):
        own = entry_of.get(merged or player)
        by_table.setdefault(table, {})[entry] = own
        if own is not None:
            played.add((round_id, own))
    return Credits(by_table, played)


def _entries_by_player(stage: Stage) -> dict[int, int]:
    """Return by player the entry, also of those who have withdrawn: they keep their points."""
    rows = EntryMember.objects.filter(
        event=stage.event_id, entry__state__in=(EntryState.ACCEPTED, EntryState.WITHDRAWN)
    )
    # of several the present one, else the last
    rows = rows.order_by(F("left_at").asc(nulls_last=True), "id")
    return {
        merged or player: entry
        for player, merged, entry in rows.values_list(
            "player_id", "player__merged_into_id", "entry_id"
        )
    }


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


# --- The scores of a table's prepared deals by comparison, once every table has played them ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A deal at a table: the points by side, their scores by comparison, and why.

    `scores` are by side, in percent for matchpoints; None where an award takes their place.
    """

    deal: int
    points: tuple[Number, Number]
    scores: tuple[Number, Number] | None
    in_percent: bool
    why: Sentence


def comparisons_at(table: Table) -> list[Compared]:
    """Return the table's deals that all other tables have played too, in the order of the deals.

    The table's round, stage and event are loaded. Four queries, whatever the size of the stage;
    none where deals are not compared.
    """
    stage = table.round.stage
    if not compares_deals(stage) or not table.deal_numbers:
        return []
    try:
        method = read_method(stage.event.method)
    except InvalidRequest:
        return []
    if not isinstance(method, ComparedDeals):
        return []
    deals = _deals_of(stage)
    full = full_results(method, deals)
    sides = _sides_of(table)
    return [
        _compared(method, deal, result)
        for deal in deals
        if deal.number in table.deal_numbers
        for result in explain_deal(method, deal, full)
        if result.line.round == table.round.number and result.line.sides == sides
    ]


def _deals_of(stage: Stage) -> list[PlayedDeal]:
    """Return the deals that can be compared; none that a table has still to play."""
    rounds = dict(
        stage.rounds.exclude(state=RoundState.DRAWN).order_by("number").values_list("id", "number")
    )
    facts = deal_facts(rounds, Credits(), hidden=hidden_in_stages([stage.pk]))
    ids = {
        entry: str(entry)
        for facts_of_round in facts.values()
        for fact in facts_of_round
        for entry in fact.entries
    }
    return compared_deals([(number, facts.get(pk, [])) for pk, number in rounds.items()], ids)


def _sides_of(table: Table) -> tuple[tuple[str, ...], ...]:
    sides: dict[int, list[str]] = {0: [], 1: []}
    rows: Sequence[tuple[int, int | None]] = list(
        Placement.objects.filter(table=table).order_by("side", "id").values_list("entry_id", "side")
    )
    for entry, side in rows:
        sides.setdefault(side or 0, []).append(str(entry))
    return tuple(tuple(sides[side]) for side in sorted(sides))


def _compared(method: DealMethod, deal: PlayedDeal, result: Explained) -> Compared:
    in_percent = isinstance(method, Matchpoints)
    scores = result.scores
    if in_percent and result.percent is not None:
        scores = result.percent, 100 - result.percent
    return Compared(
        deal=deal.number,
        points=result.line.points,
        scores=scores,
        in_percent=in_percent,
        why=result.why,
    )


# What the deals of a table are worth beside the other tables, as pages show it.


def compared_at(table: Table, names: Names) -> dict[str, Any] | None:
    """Return what `components/compared_deals.html` takes; None where nothing is compared."""
    comparisons = comparisons_at(table)
    if not comparisons:
        return None
    return {
        "sides": names.sides,
        "rows": [
            {
                "deal": row.deal,
                "scores": row.scores or (),
                "in_percent": row.in_percent,
                "why": games.whole_sentence(games.render_sentence(row.why)),
            }
            for row in comparisons
        ],
    }
