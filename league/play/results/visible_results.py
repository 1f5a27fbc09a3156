"""The part of a table's result that readers may see: pages, papers and the API ask only here."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import COUNTING, Submission, TableResult, TableState
from league.play.results.sheet import Sheet
from league.play.rounds.models import Table


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
    """Return those of the submissions that readers may see; one query where deals are hidden."""
    return rows.exclude(pk__in=kept_back(hidden)) if hidden.at else rows


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
