"""What somebody has typed of a paper sheet: read, checked by the engine, compared with its sums."""

from dataclasses import dataclass, field

from django.http import QueryDict

from league.faces.desk.results.desk_table import DeskTable
from league.faces.desk.results.sheet_form import RowForm, SumsForm
from league.foundation.journal.actor import Actor
from league.foundation.limits import parse_int
from league.foundation.refusal import Refused
from league.play.results import services as results

FIRST_ROWS, MORE_ROWS, MOST_ROWS = 8, 4, 60


@dataclass(kw_only=True)
class TypedSheet:
    """The rows of deals not submitted yet, by number; the sums; what is refused and where."""

    desk: DeskTable
    actor: Actor
    up_to: int
    rows: dict[int, RowForm]
    sums: SumsForm
    refused: dict[int, Refused] = field(default_factory=dict)
    sums_refused: list[results.SumsDiffer | None] = field(default_factory=list)

    @property
    def written(self) -> dict[int, RowForm]:
        return {number: row for number, row in self.rows.items() if row.is_written}

    @property
    def readable(self) -> dict[int, RowForm]:
        return {number: row for number, row in self.written.items() if row.is_valid()}

    @property
    def to_enter(self) -> list[results.PaperDeal]:
        """Return the readable rows before the first that is not: deals are entered in order."""
        readable = self.readable
        stop = min(set(self.written) - set(readable), default=MOST_ROWS + 1)
        return [
            results.PaperDeal(number=number, summary=row.summary, key=row.key)
            for number, row in readable.items()
            if number < stop
        ]

    @property
    def sums_are_wrong(self) -> bool:
        return bool(self.sums.errors) or any(self.sums_refused)

    @property
    def has_mistakes(self) -> bool:
        is_readable = len(self.readable) == len(self.written)
        return bool(self.refused) or self.sums_are_wrong or not is_readable

    def check(self) -> results.CheckedSheet:
        """Score what can be read, and compare the sums; notes what is refused."""
        checked = results.check_sheet(
            sheet=self.desk.sheet,
            result=self.desk.result,
            summaries={number: row.summary for number, row in self.readable.items()},
            up_to=self.up_to,
            actor=self.actor,
        )
        for number, deal in checked.deals.items():
            if deal.refused is not None:
                self.refused[number] = deal.refused
        self.sums.is_valid()
        self.sums_refused = results.check_sums(
            checked.totals, self.sums.on_paper(), self.desk.names.sides
        )
        return checked


def typed_sheet(
    desk: DeskTable, actor: Actor, posted: QueryDict | None, asked: QueryDict | None = None
) -> TypedSheet:
    """Read what was sent; the deals that were submitted already have no rows to type.

    `actor` is who types it; `asked` says how many rows (`rows`) an empty sheet is to have.
    """
    submitted = set(desk.sheet.numbers)
    up_to = _last_row(desk, posted or asked or QueryDict())
    rows = {
        number: RowForm(posted, number=number, plan=desk.sheet.plan, names=desk.names)
        for number in range(1, up_to + 1)
        if number not in submitted
    }
    return TypedSheet(
        desk=desk,
        actor=actor,
        up_to=up_to,
        rows=rows,
        sums=SumsForm(posted, sides=desk.names.sides),
    )


def _last_row(desk: DeskTable, posted: QueryDict) -> int:
    """Return the number of the sheet's last row: as many as are due, or were requested."""
    due, last = desk.sheet.plan.deals_due, desk.sheet.last_number
    if due is not None:
        return max(due, last)
    if desk.sheet.is_played_out or desk.result.ended_at is not None:
        return last
    asked = parse_int(posted.get("rows"), most=MOST_ROWS) or 0
    if posted.get("do") == "more":
        asked += MORE_ROWS
    return min(max(asked, FIRST_ROWS, last + MORE_ROWS), MOST_ROWS)
