"""After a night on paper: a table's whole sheet typed in the order in which it was written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import services as games
from games.wording import join_sentences
from league.faces.desk.access import act_of, actor_of, event_page, round_of
from league.faces.desk.results.deal_pages import say_entered, strike_out
from league.faces.desk.results.desk_table import DeskTable, desk_table, desk_table_page
from league.foundation.journal.actor import Act, Actor
from league.foundation.limits import key_of, limits, parse_int
from league.foundation.refusal import Refused, flash_errors
from league.play.events.models import Event
from league.play.results import services as results
from league.play.results.deal_form import DealForm
from league.play.results.deal_inputs import NO
from league.play.results.deal_words import Names, contract_of
from league.play.results.selectors import RoomTable, room_of
from league.play.results.table_outcome import TablePlan
from league.play.rounds.models import Round, RoundState, Table

# --- A paper sheet as a form: a row a deal, a cell for each thing written there, the sums below ---

MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A heading above one cell, or above a cell a side."""

    label: str
    help: str
    sides: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """An input in a row; `when` as JSON says which answers of the row it hangs on."""

    input: BoundField
    label: str
    when: str
    total: int | None
    is_shown: bool

    @property
    def error_id(self) -> str:
        return f"{self.input.auto_id}_error"


def first_words(names: Iterable[str]) -> dict[str, str]:
    """Return the first word of each name with which no other one begins, for a narrow cell."""
    first = {name: name.split(" ")[0] for name in names}
    known = Counter(word.casefold() for word in first.values())
    return {
        name: word
        for name, word in first.items()
        if known[word.casefold()] == 1 and not word.endswith(".")
    }


class RowForm(DealForm):
    """One deal of the sheet. A row in which nothing is written is no deal and has no mistakes."""

    sent_as = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, number: int, plan: TablePlan, names: Names
    ) -> None:
        super().__init__(data, plan=plan, names=names, prefix=f"d{number}")
        del self.fields["shown"]
        self.number = number
        self._short = first_words(names.seats.values())
        for asked in self.asked:
            sided = asked.kind == "side_numbers"
            for name in self._names_of(asked):
                made = self.fields[name]
                self._make_small(name, made)
                made.widget.attrs |= {
                    "aria-label": _label(number, games.render_sentence(asked.label), made, sided),
                    "aria-describedby": f"{self[name].auto_id}_error",
                    "data-field": name,
                }

    def _make_small(self, name: str, field: forms.Field) -> None:
        if isinstance(field, forms.TypedChoiceField):
            choices: list[Any] = [
                (value, self._short.get(label, label)) for value, label in field.widget.choices
            ]
            if any(value == NO for value, _label in choices):
                self.initial.setdefault(name, NO)
            else:
                choices.insert(0, ("", "–"))
            field.widget = forms.Select(choices=choices)

    @property
    def is_written(self) -> bool:
        """Return whether something was typed into the row besides its initial values."""
        return any(
            field.has_changed(self.get_initial_for_field(field, name), data)
            for name, field in self.fields.items()
            if name != "sent_as" and (data := self[name].data)
        )

    @property
    def key(self) -> UUID:
        """Return the key under which the row is sent; a new one until it has one."""
        return key_of(str(self["sent_as"].data or "")) or uuid4()

    def cells(self) -> list[Cell]:
        return [
            Cell(
                input=bound,
                label=_cell_label(question.label, bound, question.is_of_sides),
                when=question.when,
                total=question.field.total if question.is_of_sides else None,
                is_shown=question.is_shown,
            )
            for question in self.questions_of_summary()
            for bound in question.inputs
        ]


def columns_of(plan: TablePlan, names: Names) -> list[Column]:
    """Return the headings of the rows' cells, in their order."""
    sides = [names.side(side) for side in range(plan.sides)]
    return [
        Column(
            label=games.render_sentence(field.label),
            help=games.render_sentence(field.help),
            sides=sides if field.kind == "side_numbers" else [],
        )
        for field in games.summary_fields(plan.ruleset)
    ]


def _label(number: int, question: str, field: forms.Field, sided: bool) -> str:
    words = {"number": number, "question": question, "name": field.label}
    if sided:
        return _("Deal %(number)d: %(question)s, %(name)s") % words
    return _("Deal %(number)d: %(question)s") % words


def _cell_label(question: str, bound: BoundField, sided: bool) -> str:
    if not sided:
        return question
    return _("%(question)s, %(name)s") % {"question": question, "name": bound.label}


class SumsForm(forms.Form):
    """What the paper says the sides have in the end; left out, nothing is compared."""

    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any] | None = None, *, sides: Sequence[str]) -> None:
        super().__init__(data, prefix="sum", auto_id="sheet_%s")
        for side, name in enumerate(sides):
            label = _("Total on the paper: %(name)s") % {"name": name}
            self.fields[str(side)] = forms.IntegerField(
                label=label,
                required=False,
                **limits(-MOST_POINTS, MOST_POINTS),
                widget=forms.NumberInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "aria-label": label,
                        "aria-describedby": f"sheet_sum-{side}_error",
                    }
                ),
            )

    def on_paper(self) -> list[int | None]:
        """Return the numbers typed, a side each; None where nothing readable stands."""
        cleaned = getattr(self, "cleaned_data", {})
        return [cleaned.get(name) for name in self.fields]


# --- Sheet typed ---
# What somebody has typed of a paper sheet: read, checked by the engine, compared with its sums.

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


# --- A sheet that is being typed, as its page shows it: rows, scores, mistakes, sums ---


def rows_shown(typed: TypedSheet, checked: results.CheckedSheet) -> list[dict[str, Any]]:
    """Return the rows by number: submitted ones in words, others as cells with what is wrong."""
    return [
        _typed_row(typed, checked, number)
        if number in typed.rows
        else _submitted_row(typed, number)
        for number in range(1, typed.up_to + 1)
    ]


def _submitted_row(typed: TypedSheet, number: int) -> dict[str, Any]:
    desk = typed.desk
    submission = desk.sheet.counting_submission(number) or desk.sheet.submissions_of(number)[0]
    running = desk.sheet.outcome.running.get(number)
    return {
        "number": number,
        "is_submitted": True,
        "dealer": desk.names.seat(desk.sheet.dealer_of(number)),
        "contract": contract_of(submission.deal, desk.names),
        "state": submission.state,
        "state_label": submission.get_state_display(),
        "url": reverse("desk:deal_history", args=[*desk.at, number]),
        "scores": _scores(desk.names.sides, submission.deal.score, running),
    }


def _dealer(typed: TypedSheet, checked: results.CheckedSheet, number: int) -> str:
    """Name who deals; nobody while that depends on a deal before which is missing or wrong."""
    dealer = checked.dealers[number]
    return "" if dealer is None else typed.desk.names.seat(dealer)


def _typed_row(typed: TypedSheet, checked: results.CheckedSheet, number: int) -> dict[str, Any]:
    row = typed.rows[number]
    deal = checked.deals.get(number)
    problems = _problems(row, typed.refused.get(number))
    cells = [{"cell": cell, "error": problems.pop(cell.input.name, "")} for cell in row.cells()]
    submitted = deal.submitted if deal else None
    return {
        "number": number,
        "is_submitted": False,
        "dealer": _dealer(typed, checked, number),
        "prefix": row.prefix,
        "key": row.key,
        "cells": cells,
        "problem": join_sentences(problems.values()),
        "scores": _scores(
            typed.desk.names.sides,
            submitted.result.score if submitted else None,
            deal.running if deal else None,
        ),
    }


def _problems(row: RowForm, refused: Refused | None) -> dict[str, str]:
    """Return the errors by the cell's name; those of no cell are shown below the row."""
    if not row.is_bound or not row.is_written:
        return {}
    row.is_valid()
    if refused is not None:
        row.refuse(str(refused), refused.field, results.look_at_of(refused))
    return {name: join_sentences(map(str, errors)) for name, errors in row.errors.items()}


def _scores(
    sides: Sequence[str], points: Sequence[int] | None, running: Sequence[int] | None
) -> list[dict[str, Any]]:
    return [
        {
            "side": name,
            "points": None if points is None else points[side],
            "running": None if running is None else running[side],
        }
        for side, name in enumerate(sides)
    ]


def sums_shown(typed: TypedSheet, checked: results.CheckedSheet) -> list[dict[str, Any]]:
    """Return a side each: its total so far, the box for the paper's, and whether they agree."""
    refused = typed.sums_refused or [None] * len(checked.totals)
    return [
        {
            "side": typed.desk.names.side(side),
            "total": total,
            "input": typed.sums[str(side)],
            "error": join_sentences(
                [*map(str, typed.sums.errors.get(str(side), [])), *([str(wrong)] if wrong else [])]
            )
            if typed.sums.is_bound
            else "",
            "agrees": typed.sums.on_paper()[side] == total if typed.sums.is_bound else False,
        }
        for side, (total, wrong) in enumerate(zip(checked.totals, refused, strict=True))
    ]


TAKEN_COOKIE = "tricktable_sheet"
TAKEN_S = 24 * 3_600


@require_safe
@event_page("results.enter_deal")
def round_sheets(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Go to the first table of the round whose sheet is not whole yet."""
    round = round_of(event, stage, number)
    following = _next_of(room_of(round, timezone.now()), after=None)
    if following is None:
        messages.info(request, _("No table of this round waits for its sheet."))
        return redirect(_room_url(event, round))
    return redirect(_sheet_url(event, following))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_table_page("results.enter_deal")
def table_sheet(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Type the sheet of a table: checked while it is typed, entered row by row."""
    is_posted = request.method == "POST"
    typed = typed_sheet(
        desk, actor_of(request), request.POST if is_posted else None, asked=request.GET
    )
    if request.POST.get("do") in ("write", "next"):
        return _write(request, typed)
    if is_posted and request.headers.get("HX-Request") == "true":
        checked = typed.check()
        context = {"rows": rows_shown(typed, checked), "sums": sums_shown(typed, checked)}
        return render(request, "desk/results/_sheet_checked.html", context)
    return _page(request, typed)


def _write(request: HttpRequest, typed: TypedSheet) -> HttpResponse:
    """Enter the rows that are right, up to the first that is not; keep the others as typed."""
    desk = typed.desk
    typed.check()
    if typed.sums_are_wrong:
        return _page(request, typed)
    by = act_of(request)
    written = results.enter_sheet(table=desk.table, deals=typed.to_enter, by=by)
    _say_entered(request, desk, len(written.entered), by)
    if set(typed.written) - set(written.entered):
        left = typed_sheet(desk_table(desk.event, desk.table.pk), actor_of(request), request.POST)
        if written.stopped_at is not None and written.refused is not None:
            left.refused[written.stopped_at] = written.refused
        return _page(request, left)
    if request.POST.get("end") and request.user.has_perm("results.end_table", desk.table):
        _end(request, desk, by)
    response = _go_on(request, desk)
    # the device drops what it kept of this sheet: sheet-draft.js
    response.set_cookie(
        TAKEN_COOKIE,
        str(desk.table.pk),
        max_age=TAKEN_S,
        path=reverse("desk:club", args=[desk.event.club.slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def _say_entered(request: HttpRequest, desk: DeskTable, count: int, by: Act) -> None:
    """Say it of its table: the page that shows it may be the next table's."""
    if count:
        text = ngettext(
            "Table %(table)s: %(count)d deal is entered and confirmed.",
            "Table %(table)s: %(count)d deals are entered and confirmed.",
            count,
        )
        said = text % {"table": desk.table.shown_number, "count": count}
        undo = reverse("desk:table_sheet_undo", args=desk.at)
        say_entered(request, said, [desk.table], undo=undo, by=by)


@require_POST
@desk_table_page("results.void_deal")
def table_sheet_undo(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Strike out the deals of a sheet that were entered together, but those changed since."""
    with flash_errors(request):
        strike_out(request, [desk.table])
    return redirect(_sheet_url(desk.event, desk.table))


def _end(request: HttpRequest, desk: DeskTable, by: Act) -> None:
    """End the table at the moment of its last deals, so that undoing these undoes it, too."""
    with flash_errors(request):
        results.end_table(table=desk.table, side=None, by=by)


def _go_on(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    if request.POST.get("do") != "next":
        return redirect(_sheet_url(desk.event, desk.table))
    following = _next_of(room_of(desk.table.round, timezone.now()), after=desk.table)
    if following is None:
        messages.success(request, _("That was the last sheet of this round."))
        return redirect(_room_url(desk.event, desk.table.round))
    return redirect(_sheet_url(desk.event, following))


def _next_of(tables: list[RoomTable], after: Table | None) -> Table | None:
    """Return the next table that is not played to its end, going round; None when all are."""
    ids = [room_table.table.pk for room_table in tables]
    start = ids.index(after.pk) + 1 if after is not None else 0
    others = [*tables[start:], *tables[: max(start - 1, 0)]]
    return next(
        (room_table.table for room_table in others if not room_table.result.is_complete), None
    )


def _page(request: HttpRequest, typed: TypedSheet) -> HttpResponse:
    desk = typed.desk
    checked = typed.check()
    round = desk.table.round
    tables = room_of(round, timezone.now())
    columns = columns_of(desk.sheet.plan, desk.names)
    width = sum(len(column.sides) or 1 for column in columns)
    context = desk.context(request) | {
        "columns": columns,
        "width": width,
        "whole_width": 1 + width + desk.sheet.plan.sides,
        "sides": desk.names.sides,
        "rows": rows_shown(typed, checked),
        "sums": sums_shown(typed, checked),
        "up_to": typed.up_to,
        "is_answered": request.method == "POST",
        "taken_cookie": TAKEN_COOKIE,
        "has_rows": bool(typed.rows),
        "may_add_rows": bool(typed.rows) and desk.sheet.plan.deals_due is None,
        "is_drawn": round.state == RoundState.DRAWN,
        "tables": [
            {
                "url": _sheet_url(desk.event, room_table.table),
                "number": room_table.table.shown_number,
                "is_complete": room_table.result.is_complete,
                "is_current": room_table.table.pk == desk.table.pk,
            }
            for room_table in tables
        ],
        "has_next": _next_of(tables, after=desk.table) is not None,
        "room_url": _room_url(desk.event, round),
    }
    status = 422 if request.method == "POST" and typed.has_mistakes else 200
    return render(request, "desk/results/sheet.html", context, status=status)


def _sheet_url(event: Event, table: Table) -> str:
    return reverse("desk:table_sheet", args=[event.club.slug, event.slug, table.pk])


def _room_url(event: Event, round: Round) -> str:
    at = [event.club.slug, event.slug, round.stage.number, round.number]
    return reverse("desk:room", args=at)
