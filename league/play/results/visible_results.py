"""The part of a table's result that readers may see: pages, papers and the API ask only here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from django.db.models import Prefetch, QuerySet
from django.db.models.fields.tuple_lookups import Tuple, TupleIn

from league.play.events.models import Stage
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import (
    COUNTING,
    LIVE,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.play.results.sheet import Sheet
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import placements_with_names, seats_in_turn


class ResultColumns(NamedTuple):
    """A table's result read as plain values, with `result__` before each name; see `COLUMNS`."""

    state: str
    totals: list[int]
    awarded: list[float] | None
    winner: int | None
    deals: int
    deals_unconfirmed: int
    is_complete: bool
    version: int
    changed_at: datetime | None
    forfeit: int | None
    final_scores: int


COLUMNS = ResultColumns._fields


class Result(Protocol):
    """A table's result as it is stored, with everything."""

    @property
    def state(self) -> str: ...
    @property
    def totals(self) -> list[int]: ...
    @property
    def awarded(self) -> list[float] | None: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def deals(self) -> int: ...
    @property
    def deals_unconfirmed(self) -> int: ...
    @property
    def is_complete(self) -> bool: ...
    @property
    def version(self) -> int: ...
    @property
    def changed_at(self) -> datetime | None: ...
    @property
    def forfeit(self) -> int | None: ...
    @property
    def final_scores(self) -> int: ...


class ShownResult(NamedTuple):
    """A result without what is held back: then it has no points, nobody has won, and `deals` are
    those that were submitted.

    `points` are by side, as they count; none while nothing has been submitted or nobody played.
    """

    state: str = TableState.WAITING.value
    points: Sequence[float] = ()
    winner: int | None = None
    deals: int = 0
    deals_unconfirmed: int = 0
    is_complete: bool = False
    is_awarded: bool = False
    forfeit: int | None = None
    final_scores: int = 0
    version: int = 0
    changed_at: datetime | None = None
    is_held_back: bool = False

    def points_of(self, side: int) -> float | None:
        return self.points[side] if side < len(self.points) else None


NO_RESULT = ShownResult()


def result_shown(table: Table, hidden: HiddenDeals) -> ShownResult:
    """Return what readers may see of the result of a table that was loaded with it."""
    result: TableResult | None = getattr(table, "result", None)
    return NO_RESULT if result is None else shown(result, table.pk, hidden)


def shown(result: Result, table_id: int, hidden: HiddenDeals) -> ShownResult:
    """Return what readers may see of a table's result."""
    is_held_back = hidden.holds_back(table_id)
    points: Sequence[float] = result.totals if result.awarded is None else result.awarded
    return ShownResult(
        state=result.state,
        points=() if is_held_back or result.forfeit is not None else points,
        winner=None if is_held_back else result.winner,
        deals=hidden.deals_submitted(table_id) if is_held_back else result.deals,
        deals_unconfirmed=result.deals_unconfirmed,
        is_complete=result.is_complete,
        is_awarded=result.awarded is not None and result.forfeit is None,
        forfeit=result.forfeit,
        final_scores=result.final_scores,
        version=result.version,
        changed_at=result.changed_at,
        is_held_back=is_held_back,
    )


def submissions_shown(rows: "QuerySet[Submission]", hidden: HiddenDeals) -> "QuerySet[Submission]":
    """Return those of the submissions that readers may see."""
    pairs = [(table, place) for table in hidden.at for place in hidden.places(table)]
    return rows.exclude(TupleIn(Tuple("table_id", "number"), pairs)) if pairs else rows


def kept_back(hidden: HiddenDeals) -> list[int]:
    """Return the submissions that readers may not see; one query where deals are hidden."""
    if not hidden.at:
        return []
    at_hidden_tables = Submission.objects.filter(table__in=hidden.at).values_list(
        "pk", "table_id", "number"
    )
    return [pk for pk, table, number in at_hidden_tables if number in hidden.places(table)]


def running_shown(sheet: Sheet, hidden: Collection[int]) -> Mapping[int, Sequence[int]]:
    """Return the totals after each submission of the sheet, by its id.

    There are none from the first deal on that was submitted at one of the `hidden` places: their
    difference would show what that deal scored.
    """
    totals_by_submission: dict[int, Sequence[int]] = {}
    running: Sequence[int] = (0,) * sheet.plan.sides
    for submission in sheet.submissions:
        if submission.number in hidden:
            break
        if submission.state in COUNTING:
            running = sheet.outcome.running.get(submission.number, running)
        totals_by_submission[submission.pk] = running
    return totals_by_submission


# --- One deal at all tables that played it: the results from the same cards, compared ---


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """A table that plays the deal, and its submission; None while there is none."""

    table: Table
    submission: Submission | None

    @property
    def score(self) -> Sequence[int] | None:
        """Return the points by side, as far as they are settled."""
        submission = self.submission
        return (
            submission.deal.score
            if submission and submission.state == SubmissionState.CONFIRMED
            else None
        )


def tables_with_deal(stage: Stage, number: int) -> list[ComparedTable]:
    """Return the tables of a stage that play a deal, in the order of rounds and tables.

    Five queries, however many tables there are.
    """
    tables = (
        Table.objects.filter(round__stage=stage, deal_numbers__contains=[number])
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round", "result")
        .prefetch_related(
            Prefetch("placements", placements_with_names()),
            Prefetch("seats", seats_in_turn()),
            Prefetch(
                "submissions",
                Submission.objects.filter(state__in=LIVE).select_related("deal").order_by("id"),
                to_attr="live",
            ),
        )
        .order_by("round__number", "number", "room")
    )
    return [ComparedTable(table=table, submission=_submission(table, number)) for table in tables]


def _submission(table: Table, number: int) -> Submission | None:
    place = table.deal_numbers.index(number) + 1
    live: list[Submission] = table.live  # type: ignore[attr-defined]
    of_deal = [submission for submission in live if submission.number == place]
    return of_deal[0] if of_deal else None


Points = tuple[Fraction | None, ...]


def comparison_points(
    method: Mapping[str, Any], scores: Sequence[Sequence[int] | None]
) -> list[Points]:
    """Return for each table what each side has from the comparison, in per cent of the best.

    `scores` are the points by side of each table, None where there is no result. This is the one
    place where an event's `method` may compare differently; here every method gives one for each
    table that did worse and a half for each that did the same, as a share of the other tables.
    """
    return shares(scores)


def shares(scores: Sequence[Sequence[int] | None]) -> list[Points]:
    """Return each side's share of the other tables that it beat, 0 to 100; a tie is a half.

    Two sides are compared by the difference of their points (matchpoints as a percentage: Law 78A
    of duplicate bridge); three or more by their own points. None where nobody else played.
    """
    worth = [None if score is None else _worth(score) for score in scores]
    return [
        _shares_of(own, [side_points for side_points in worth if side_points is not None])
        for own in worth
    ]


def _worth(score: Sequence[int]) -> tuple[int, ...]:
    if len(score) == 2:
        return score[0] - score[1], score[1] - score[0]
    return tuple(score)


def _shares_of(result: tuple[int, ...] | None, field: Sequence[tuple[int, ...]]) -> Points:
    if result is None:
        return ()
    others = len(field) - 1
    if not others:
        return tuple(None for _side in result)
    return tuple(
        _share([side_points[side] for side_points in field], points)
        for side, points in enumerate(result)
    )


def _share(field: Sequence[int], points: int) -> Fraction:
    """Return the share, in per cent, of points among those of all tables, its own included."""
    worse = sum(other < points for other in field)
    level = sum(other == points for other in field) - 1
    return Fraction(100 * (2 * worse + level), 2 * (len(field) - 1))
