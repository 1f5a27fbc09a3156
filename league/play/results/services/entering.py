"""Deals entered together: many tables' sheets, one or many deals, and taking them out again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import OutOfDate, Refused, RowsRefused
from league.play.events.models import Event
from league.play.results.models import Submission, SubmissionState, TableResult
from league.play.results.services.correcting import (
    enter,
    enter_again,
    read_entered,
    refuse_surplus,
    void,
)
from league.play.results.services.deciding import resume_table
from league.play.results.services.journaling import journal_deal, journal_refused_cards
from league.play.results.services.revoking import director_of
from league.play.results.services.submitting import (
    all_submitted_before,
    check_fits_game,
    check_may_follow,
    check_sent_again,
    unsaved_submission,
)
from league.play.results.services.table_locks import (
    lock_for_director,
    recompute_table_result,
    result_of,
)
from league.play.results.sheet import Sheet, check_unmixed, read_sheet
from league.play.results.submitted_deals import (
    CardsRefused,
    SubmittedDeal,
    places_known,
    read_submitted,
    refuse_misfit,
)
from league.play.rounds.models import Table

# --- A whole paper sheet of a table: its deals checked together, then entered in their order ---


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDeal:
    """A row of a sheet: the deal's number, what is written there, and the key it is sent under."""

    number: int
    summary: Mapping[str, Any]
    key: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedDeal:
    """A row, scored. `running` has the totals after it; None where a row before is not right."""

    dealer: int
    submitted: SubmittedDeal | None = None
    refused: Refused | None = None
    running: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSheet:
    """The rows by number; `totals` of the table with every row that is right; who deals.

    A dealer is None where that depends on a deal before which is missing or wrong.
    """

    deals: Mapping[int, CheckedDeal]
    totals: tuple[int, ...]
    dealers: Mapping[int, int | None]
    is_played_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What was stored of a sheet: the numbers of its deals, and the refusal of the first other."""

    entered: list[int]
    stopped_at: int | None = None
    refused: Refused | None = None


def check_sheet(
    *,
    sheet: Sheet,
    result: TableResult,
    summaries: Mapping[int, Mapping[str, Any]],
    up_to: int,
    actor: Actor,
) -> CheckedSheet:
    """Score the rows of a sheet as if they were entered one after the other. Writes nothing.

    `summaries` are the readable rows by the number of their deal; `up_to` is the last number of
    which the dealer is wanted. A row after one that is missing or wrong is scored by itself, as if
    each deal before it had moved the deal on by one seat, and has no running totals. `actor` types
    the sheet: rows that do not match prepared cards are refused if `actor` may know these.
    """
    known = places_known(sheet, list(summaries), actor=actor)
    deals: dict[int, CheckedDeal] = {}
    dealers: dict[int, int | None] = {}
    has_no_gap = knows_dealer = True
    for number in range(1, up_to + 1):
        knows_dealer = knows_dealer or sheet.fixes_dealer_of(number)
        dealers[number] = sheet.dealer_of(number) if knows_dealer else None
        if sheet.submissions_of(number):
            continue
        if number not in summaries:
            has_no_gap = knows_dealer = False
            continue
        checked = _check(sheet, result, number, summaries[number], has_no_gap, known)
        deals[number] = checked
        if checked.submitted is None:
            has_no_gap = knows_dealer = False
            continue
        sheet = _with(sheet, number, checked.submitted)
        if has_no_gap:
            sums = sheet.outcome.running.get(number)
            deals[number] = CheckedDeal(
                dealer=checked.dealer, submitted=checked.submitted, running=sums
            )
    return CheckedSheet(
        deals=deals,
        totals=sheet.outcome.totals,
        dealers=dealers,
        is_played_out=sheet.is_played_out,
    )


def _check(
    sheet: Sheet,
    result: TableResult,
    number: int,
    summary: Mapping[str, Any],
    has_no_gap: bool,
    known: Collection[int],
) -> CheckedDeal:
    dealer = sheet.dealer_of(number)
    try:
        check_unmixed(sheet, number, summary)
        if has_no_gap:
            check_may_follow(sheet, number, result)
        submitted = read_submitted(sheet, number, {"summary": summary}, any_dealer=True)
        if number in known:
            refuse_misfit(sheet, number, submitted)
        if has_no_gap:
            check_fits_game(sheet, number, submitted)
    except Refused as refused:
        return CheckedDeal(dealer=dealer, refused=refused)
    return CheckedDeal(dealer=dealer, submitted=submitted)


def _with(sheet: Sheet, number: int, submitted: SubmittedDeal) -> Sheet:
    """Return a copy of the sheet with one more deal, which is not stored."""
    return sheet.add_submission(
        Submission(
            table=sheet.table,
            number=number,
            deal=games.unsaved_deal(sheet.plan.ruleset, submitted.data, submitted.result),
            state=SubmissionState.CONFIRMED,
        ),
    )


@transaction.atomic
def enter_sheet(*, table: Table, deals: Sequence[PaperDeal], by: Act) -> Written:
    """Enter the rows of a sheet in their order, each like `enter`; the first refusal stops it.

    Deals entered before the refusal stay. A sheet sent again does not enter them a second time. The
    table is read once, and its result is computed once for all that was entered.
    """
    rows = sorted(deals, key=lambda paper_deal: paper_deal.number)
    if not rows:
        return Written(entered=[])
    try:
        director_of(by.actor)
        table = lock_for_director(table)
    except Refused as refused:
        return Written(entered=[], stopped_at=rows[0].number, refused=refused)
    typed = _Typed(
        sheet=read_sheet(table, with_replies=False),
        result=result_of(table),
        sent=all_submitted_before(table, [row.key for row in rows]),
        by=by,
    )
    written = typed.enter(rows)
    if typed.new:
        games.store_deals(submission.deal for submission in typed.new)
        Submission.objects.bulk_create(typed.new)
    for submission in typed.new:
        journal_deal("deal.entered", table, submission, by=by)
    if typed.new or typed.has_confirmed:
        recompute_table_result(table=table, by=by, sheet=typed.sheet)
    return written


@dataclass(kw_only=True)
class _Typed:
    """The sheet of a locked table, row by row with what was typed; `new` is not written yet."""

    sheet: Sheet
    result: TableResult
    sent: Mapping[UUID, Submission]
    by: Act
    new: list[Submission] = field(default_factory=list)
    has_confirmed: bool = False

    def enter(self, rows: Sequence[PaperDeal]) -> Written:
        entered: list[int] = []
        for row in rows:
            try:
                self._enter(row)
            except Refused as refused:
                if isinstance(refused, CardsRefused):
                    journal_refused_cards(refused, actor=self.by.actor)
                return Written(entered=entered, stopped_at=row.number, refused=refused)
            entered.append(row.number)
        return Written(entered=entered)

    def _enter(self, row: PaperDeal) -> None:
        data = {"summary": row.summary}
        if row.key in self.sent:
            check_sent_again(self.sheet, self.sent[row.key], row.number, data)
            return
        if self.sheet.submissions_of(row.number):
            _counting, is_news = enter_again(self.sheet, row.number, data, by=self.by)
            self.has_confirmed = self.has_confirmed or is_news
            return
        submitted = read_entered(self.sheet, self.result, row.number, data, actor=self.by.actor)
        submission = unsaved_submission(
            self.sheet,
            row.number,
            submitted,
            key=row.key,
            by_side=None,
            by=self.by,
            state=SubmissionState.CONFIRMED,
        )
        sheet = self.sheet.add_submission(submission)
        refuse_surplus(sheet)
        self.sheet = sheet
        self.new.append(submission)


class SumsDiffer(Refused):
    """A total written on the paper differs from the sum of its deals."""

    code = "sums_differ"


def check_sums(
    totals: Sequence[int], on_paper: Sequence[int | None], sides: Sequence[str]
) -> list[SumsDiffer | None]:
    """Compare totals with those written on the paper, side by side; None where they agree."""
    return [
        None if paper is None or paper == total else _differs(side, paper, total)
        for side, paper, total in zip(sides, on_paper, totals, strict=True)
    ]


def _differs(side: str, paper: int, total: int) -> SumsDiffer:
    words = {"side": side, "paper": paper, "total": total, "difference": abs(paper - total)}
    return SumsDiffer(
        _(
            "The paper says %(paper)d for %(side)s, but the deals typed here add up to "
            "%(total)d, a difference of %(difference)d. Check the rows again, or clear this "
            "number."
        )
        % words
    )


# --- Deals of several tables of an event entered at once: all of them, or none and every reason ---

MOST_DEALS_AT_ONCE = 200


class UnknownTable(Refused):
    """The event has no table with this number."""

    code = "unknown_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """A deal with the id of its table; `number` as in `enter`, and the key it is sent under."""

    table: int
    data: Mapping[str, Any]
    key: UUID
    number: int | None = None


def enter_deals(*, event: Event, deals: Sequence[TableDeal], by: Act) -> list[Submission]:
    """Enter deals as the director, each like `enter`, and return them in their order.

    Raises RowsRefused with the reason of every deal that cannot be entered. An attempt at hidden
    cards is written into the journal, also where nothing else is.
    """
    try:
        return _enter_all(event, deals, by)
    except RowsRefused as refused:
        journal_attempts(refused, actor=by.actor)
        raise


def journal_attempts(refused: Refused, *, actor: Actor) -> None:
    """Write into the journal which hidden cards a refused request has tried, of all its rows.

    Whoever rolls back more than the service that refused it does so afterwards.
    """
    rows = refused.rows.values() if isinstance(refused, RowsRefused) else [refused]
    for why in rows:
        if isinstance(why, CardsRefused):
            journal_refused_cards(why, actor=actor)


@transaction.atomic
def _enter_all(event: Event, deals: Sequence[TableDeal], by: Act) -> list[Submission]:
    rows = Table.objects.filter(round__stage__event=event, pk__in={deal.table for deal in deals})
    tables = {table.pk: table for table in rows.select_related("round__stage__event__club")}
    entered: dict[int, Submission] = {}
    refused: dict[int, Refused] = {}
    # tables are locked in one order, so that two who enter the same ones never wait in a circle
    for index in sorted(range(len(deals)), key=lambda index: deals[index].table):
        try:
            entered[index] = _enter(tables, deals[index], by)
        except Refused as why:
            refused[index] = why
    if refused:
        raise RowsRefused(refused, field="deals")
    return [entered[index] for index in range(len(deals))]


def _enter(tables: Mapping[int, Table], deal: TableDeal, by: Act) -> Submission:
    table = tables.get(deal.table)
    if table is None:
        raise UnknownTable(
            _("The event has no table with the number %(id)d.") % {"id": deal.table}, field="table"
        )
    return enter(table=table, number=deal.number, data=deal.data, key=deal.key, by=by)


# --- Undo entering ---
# Undo of deals that the desk has just entered together: all are struck out that nobody changed.


@dataclass(frozen=True, slots=True)
class Struck:
    """What was struck out of deals entered together, and what was changed since and stays."""

    out: list[Submission] = field(default_factory=list)
    changed: list[Submission] = field(default_factory=list)


def entered_together(tables: Iterable[Table], *, by: Act) -> list[Submission]:
    """Return the deals that somebody entered at these tables in one go, at this moment."""
    rows = Submission.objects.filter(table__in=list(tables), by_side=None, submitted_at=by.at)
    rows = rows.filter(by_user=by.actor.user_id, replaces=None)
    return list(rows.select_related("table", "deal").order_by("table", "-number"))


@transaction.atomic
def strike_out_together(
    *, tables: Iterable[Table], entered_at: datetime, reason: str, by: Act
) -> Struck:
    """Strike out what `actor` entered at these tables at a moment; twice it is done once.

    A table that was ended with it goes on. Raises OutOfDate where all of it has been changed
    since, and what `void` raises.
    """
    struck = Struck()
    for table in sorted(tables, key=lambda table: table.pk):
        _strike_out(table, struck, entered_at, reason, by)
    if struck.changed and not struck.out:
        raise OutOfDate(
            _("This can no longer be undone: all that was entered has been changed since then.")
        )
    return struck


def _strike_out(table: Table, struck: Struck, entered_at: datetime, reason: str, by: Act) -> None:
    table = lock_for_director(table)
    entered = entered_together([table], by=Act(by.actor, entered_at))
    stand = [one for one in entered if one.state == SubmissionState.CONFIRMED]
    if stand and result_of(table).ended_at == entered_at:
        resume_table(table=table, side=None, by=by)
    for submission in stand:
        void(submission=submission, reason=reason, by=by)
    struck.out.extend(stand)
    of_others = (SubmissionState.CORRECTED, SubmissionState.DISPUTED)
    struck.changed.extend(one for one in entered if one.state in of_others)
