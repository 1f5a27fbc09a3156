"""After a night on paper: a table's whole sheet typed in the order in which it was written."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.faces.desk.access import actor_of, event_page, round_of
from league.faces.desk.results.desk_table import DeskTable, desk_table, desk_table_page
from league.faces.desk.results.entered_together import say_entered, strike_out
from league.faces.desk.results.sheet_form import columns_of
from league.faces.desk.results.sheet_shown import rows_shown, sums_shown
from league.faces.desk.results.sheet_typed import TypedSheet, typed_sheet
from league.foundation.journal.actor import Actor
from league.foundation.refusal_shown import flash_errors
from league.play.events.models import Event
from league.play.results import services as results
from league.play.results.selectors import RoomTable, room_of
from league.play.rounds.models import Round, RoundState, Table

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
    actor, at = actor_of(request), timezone.now()
    written = results.enter_sheet(table=desk.table, deals=typed.to_enter, actor=actor, at=at)
    _say_entered(request, desk, len(written.entered), actor, at)
    if set(typed.written) - set(written.entered):
        left = typed_sheet(desk_table(desk.event, desk.table.pk), actor_of(request), request.POST)
        if written.stopped_at is not None and written.refused is not None:
            left.refused[written.stopped_at] = written.refused
        return _page(request, left)
    if request.POST.get("end") and request.user.has_perm("results.end_table", desk.table):
        _end(request, desk, actor, at)
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


def _say_entered(
    request: HttpRequest, desk: DeskTable, count: int, actor: Actor, at: datetime
) -> None:
    """Say it of its table: the page that shows it may be the next table's."""
    if count:
        text = ngettext(
            "Table %(table)s: %(count)d deal is entered and confirmed.",
            "Table %(table)s: %(count)d deals are entered and confirmed.",
            count,
        )
        said = text % {"table": desk.table.shown_number, "count": count}
        undo = reverse("desk:table_sheet_undo", args=desk.at)
        say_entered(request, said, [desk.table], undo=undo, actor=actor, at=at)


@require_POST
@desk_table_page("results.void_deal")
def table_sheet_undo(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Strike out the deals of a sheet that were entered together, but those changed since."""
    with flash_errors(request):
        strike_out(request, [desk.table])
    return redirect(_sheet_url(desk.event, desk.table))


def _end(request: HttpRequest, desk: DeskTable, actor: Actor, at: datetime) -> None:
    """End the table at the moment of its last deals, so that undoing these undoes it, too."""
    with flash_errors(request):
        results.end_table(table=desk.table, side=None, actor=actor, at=at)


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
