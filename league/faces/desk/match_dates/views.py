"""The calendar of an event at the desk: what is dated, what it breaks, made, published."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.calendar.calendars import services as calendars
from league.calendar.calendars.calendar_breaks import Breaks, breaks_now
from league.calendar.calendars.calendar_sheet import calendar_sheet
from league.calendar.calendars.league_matches import check_league, league_of
from league.calendar.calendars.selectors import (
    CalendarRow,
    calendar_dates,
    demands_for,
    rows_of,
    undated_tables,
)
from league.calendar.calendars.services.calendar_job import CALENDAR
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState
from league.faces.desk.access import actor_of, event_page, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.match_dates.forms import DemandsForm
from league.faces.desk.undo import flash_change, undo_asked
from league.foundation.jobs.selectors import unfinished
from league.foundation.limits import parse_int
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import flash_errors, form_errors
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.paper.answers import about, pdf
from league.office.paper.listing import Listing, listing
from league.office.paper.rows import Column, Row
from league.play.events.models import Entry, EntryState, Event, Stage
from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from league.play.rounds.selectors import load_placements_and_seats, side_names

MATCHES_A_PAGE = 100
UNDATED_SHOWN = 50
MOST_ON_PAPER = 2_000


@require_safe
@event_page("match_dates.view_drafts")
def calendar(request: HttpRequest, event: Event, stage: int | None = None) -> HttpResponse:
    """The matches of a stage by date, or those of one entry; breaks are marked."""
    found = _stage(event, stage)
    entries = list(entries_of(event).filter(state=EntryState.ACCEPTED))
    entry = _entry(request, entries)
    dates = calendar_dates(event, stage=found, entry=entry, drafts=True)
    if wanted := format_asked(request):
        return spreadsheet(calendar_sheet(event, dates), wanted, event.slug, "calendar")
    page = Paginator(dates, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    broken = _breaks(found)
    drafts = calendar_dates(event, stage=found, drafts=True).filter(state=DateState.DRAFT)
    context = {
        **_page(event, found),
        "rows": [(row, broken.marks.get(row.key, [])) for row in rows_of(list(page))],
        "page": page,
        "entries": [(one.number, name_of(one), one == entry) for one in entries],
        "entry": entry,
        "breaks": broken,
        "undated": _undated(found),
        "drafts": drafts.count(),
        "may_change": request.user.has_perm("match_dates.change_dates", event),
        "job": unfinished(CALENDAR.name, found.pk),
    }
    return render(request, "desk/match_dates/calendar.html", context)


def _stage(event: Event, number: int | None) -> Stage:
    if number is not None:
        return stage_of(event, number)
    first = event.stages.order_by("number").first()
    if first is None:
        raise Http404
    return stage_of(event, first.number)


def _page(event: Event, stage: Stage) -> dict[str, Any]:
    return {
        "club": event.club,
        "event": event,
        "stage": stage,
        "stages": list(event.stages.order_by("number")),
        "tabs": event_tabs(event, "calendar"),
    }


def _entry(request: HttpRequest, entries: list[Entry]) -> Entry | None:
    number = parse_int(request.GET.get("entry", ""), least=1, most=1_000_000)
    return next((entry for entry in entries if entry.number == number), None)


def _breaks(stage: Stage) -> Breaks:
    """Return what is broken; nothing where nobody has said what is to be kept."""
    demands = demands_for(stage)
    if demands is None:
        return Breaks()
    league = league_of(stage)
    try:
        check_league(league)
    except Refused:
        return Breaks()
    return breaks_now(league, demands)


def _undated(stage: Stage) -> dict[str, Any]:
    tables = list(undated_tables(stage)[:UNDATED_SHOWN])
    load_placements_and_seats(tables)
    return {
        "count": undated_tables(stage).count(),
        "rows": [(table, " – ".join(side_names(table))) for table in tables],
    }


@require_http_methods(["GET", "POST"])
@event_page("match_dates.change_dates")
def demands(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """What the calendar must keep and should; the button has a worker make it."""
    found = stage_of(event, stage)
    data = request.POST if request.method == "POST" else None
    form = DemandsForm(data, demands=demands_for(found), today=timezone.localdate())
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            calendars.save_demands(stage=found, fields=form.demands(), **who)
            job = calendars.request_calendar(stage=found, **who)
            if change := calendars.demands_change(found, **who):
                flash_change(
                    request,
                    _("What the calendar must keep is saved."),
                    change,
                    undo="desk:calendar_demands_undo",
                    at=[event.club.slug, event.slug, stage],
                )
            return redirect("desk:job", event.club.slug, job.pk)
    context = {**_page(event, found), "form": form}
    status = 422 if form.errors else 200
    return render(request, "desk/match_dates/demands.html", context, status=status)


@require_POST
@event_page("match_dates.change_dates")
def demands_undo(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Make what the calendar must keep what it was before a change."""
    sentence = _("What the calendar must keep is as it was before.")
    undo_asked(request, calendars.undo_demands, sentence, stage=stage_of(event, stage))
    return redirect("desk:calendar_demands", event.club.slug, event.slug, stage)


@require_POST
@event_page("match_dates.change_dates")
def publish(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Show the drafted dates to everybody and open their rounds."""
    found = stage_of(event, stage)
    with flash_errors(request):
        opened = match_dates.publish_dates(
            stage=found,
            even_stale=request.POST.get("even_stale") == "on",
            actor=actor_of(request),
            at=timezone.now(),
        )
        done = ngettext(
            "The dates are published; %(count)d round was opened.",
            "The dates are published; %(count)d rounds were opened.",
            len(opened),
        )
        messages.success(request, done % {"count": len(opened)})
    return redirect("desk:calendar_stage", event.club.slug, event.slug, stage)


@require_safe
@event_page("match_dates.view_drafts")
def calendar_pdf(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """The calendar as a list to hang up; drafts are on it for those who make it."""
    found = stage_of(event, stage)
    dates = list(calendar_dates(event, stage=found, drafts=True)[:MOST_ON_PAPER])
    made = about(request, event.name, at=timezone.now(), club=event.club, subject=_("Calendar"))
    shown = Listing(
        over=_("Calendar"),
        lead=found.name,
        columns=[
            Column(head=_("Time"), width=18),
            Column(head=_("At home"), is_strong=True),
            Column(head=_("Guests")),
            Column(head=_("Venue"), width=46),
        ],
        rows=[_on_paper(row) for row in rows_of(dates)],
    )
    return pdf(listing(made, shown), event.slug, "calendar", is_secret=True)


def _on_paper(row: CalendarRow) -> Row:
    moment = timezone.localtime(row.begins_at) if row.begins_at else None
    return Row(
        group=date_format(moment, "DATE_FORMAT") if moment else _("Postponed"),
        cells=[
            date_format(moment, "TIME_FORMAT") if moment else "",
            row.home,
            row.away,
            row.date.venue.name if row.date.venue else "",
        ],
    )
