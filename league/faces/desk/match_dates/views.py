"""Calendars of leagues: dates, homes, venues, and matches that are moved."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.calendar.calendars import services as calendars
from league.calendar.calendars.calendar_breaks import Breaks, breaks_after, breaks_now
from league.calendar.calendars.calendar_sheet import calendar_sheet
from league.calendar.calendars.league_matches import check_league, league_of
from league.calendar.calendars.selectors import (
    CalendarRow,
    calendar_dates,
    demands_for,
    rows_of,
    undated_tables,
)
from league.calendar.calendars.services import CALENDAR
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.calendar.match_dates.selectors import dates_of_round, venues_for
from league.faces.desk.access import act_of, event_page, round_of, stage_of
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.match_dates.forms import DateForm, DemandsForm, HomeForm
from league.faces.desk.records.views import ClubResource
from league.faces.desk.undo import flash_change, flash_saved, undo_asked
from league.foundation.jobs.selectors import unfinished
from league.foundation.limits import parse_int
from league.foundation.refusal import Refused, RowsRefused, flash_errors, form_errors
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.paper.document import about, pdf
from league.office.paper.lists import Column, Listing, Row, listing
from league.play.events.journaling import hold_event
from league.play.events.models import Entry, EntryState, Event, Stage
from league.play.events.names import name_of
from league.play.events.selectors import entries_of, stages_in_order
from league.play.rounds.models import Room, Round, RoundState
from league.play.rounds.selectors import load_names, load_placements_and_seats, side_names

# --- The calendar of an event at the desk: what is dated, what it breaks, made, published ---

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
    stages = stages_in_order(event)
    if number is None and not stages:
        raise Http404
    return stage_of(event, stages[0].number if number is None else number)


def _page(event: Event, stage: Stage) -> dict[str, Any]:
    return {
        "club": event.club,
        "event": event,
        "stage": stage,
        "stages": stages_in_order(event),
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
        "count": undated_tables(stage).count() if len(tables) == UNDATED_SHOWN else len(tables),
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
            by = act_of(request)
            calendars.save_demands(stage=found, fields=form.demands(), by=by)
            job = calendars.request_calendar(stage=found, by=by)
            if change := calendars.demands_change(found, by=by):
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
            by=act_of(request),
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


# --- Where and when the entries of an event play at home: one form for all of them ---

MOST_ENTRIES = 100


@require_http_methods(["GET", "POST"])
@event_page("match_dates.change_dates")
def homes(request: HttpRequest, event: Event) -> HttpResponse:
    """The homes of all entries that take part, at most MOST_ENTRIES at once."""
    entries = list(entries_of(event).filter(state=EntryState.ACCEPTED)[:MOST_ENTRIES])
    forms = _forms(request, event, entries)
    wrong = sum(bool(form.errors) for form in forms.values())
    if request.method == "POST" and not wrong:
        by = act_of(request)
        try:
            match_dates.set_homes(
                event=event, homes={entry: forms[entry].terms() for entry in entries}, by=by
            )
        except RowsRefused as refused:
            for row, why in refused.rows.items():
                forms[entries[row]].add_error(None, str(why))
        else:
            flash_change(
                request,
                _("The homes are saved."),
                match_dates.homes_change(event, by=by),
                undo="desk:homes_undo",
                at=[event.club.slug, event.slug],
            )
            return redirect("desk:homes", event.club.slug, event.slug)
    wrong = sum(bool(form.errors) for form in forms.values())
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "calendar"),
        "rows": [(name_of(entry), form) for entry, form in forms.items()],
        "has_venues": venues_for(event).exists(),
        "wrong": wrong,
    }
    return render(request, "desk/match_dates/homes.html", context, status=422 if wrong else 200)


@require_POST
@event_page("match_dates.change_dates")
def homes_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Give entries the homes that they had before a change."""
    sentence = _("The earlier homes have been restored.")
    undo_asked(request, match_dates.undo_homes, sentence, event=event)
    return redirect("desk:homes", event.club.slug, event.slug)


def _forms(request: HttpRequest, event: Event, entries: list[Entry]) -> dict[Entry, HomeForm]:
    known = {home.entry_id: home for home in EntryHome.objects.filter(entry__in=entries)}
    choices = _choices(event, list(known.values()))
    data = request.POST if request.method == "POST" else None
    return {
        entry: HomeForm(data, prefix=f"e{entry.number}", venues=choices, home=known.get(entry.pk))
        for entry in entries
    }


def _choices(event: Event, known: list[EntryHome]) -> QuerySet[Venue]:
    """Return the venues to choose from; one that is not in use any more stays where it is."""
    ids = {*venues_for(event).values_list("pk", flat=True), *(home.venue_id for home in known)}
    return Venue.objects.filter(pk__in=ids).order_by("name", "pk")


# --- The date of one match, set or moved by hand: what that breaks is shown before it is saved ---


@require_http_methods(["GET", "POST"])
@event_page("match_dates.change_dates")
def move(request: HttpRequest, event: Event, stage: int, number: int, table: int) -> HttpResponse:
    """Look at what a new date breaks; the second button saves it all the same."""
    round = round_of(event, stage, number)
    names = _names(round, table)
    date = dates_of_round(round, even_drafts=True).get(table)
    form = _form(round, table, request.POST if request.method == "POST" else None)
    broken = Breaks()
    if request.method == "POST" and form.is_valid():
        broken = _breaks_of_move(round, table, form)
        is_sure = request.POST.get("anyway") == _mark(form)
        if is_sure or not (broken.demands or broken.wishes):
            with form_errors(form):
                form.run_if_unchanged(partial(_save, request, round, table, date, form))
                _say_saved(request, date, form)
                return redirect("desk:calendar_stage", event.club.slug, event.slug, stage)
    context = {
        "club": event.club,
        "event": event,
        "round": round,
        "stage": round.stage,
        "tabs": event_tabs(event, "calendar"),
        "form": form,
        "match": " – ".join(names),
        "date": date,
        "breaks": broken,
        "anyway": _mark(form) if broken.demands or broken.wishes else "",
    }
    status = 422 if form.errors else 200
    return render(request, "desk/match_dates/move.html", context, status=status)


def _names(round: Round, number: int) -> list[str]:
    table = round.tables.filter(number=number).exclude(room=Room.CLOSED).first()
    if table is None:
        raise Http404
    load_names(table)
    return side_names(table)


def _form(round: Round, number: int, data: Any = None) -> DateForm:
    event = round.stage.event
    date = dates_of_round(round, even_drafts=True).get(number)
    names = _names(round, number)
    form = DateForm(data, date=date, venues=venues_for(event), names=names)
    # of a draft the journal says nothing
    is_noted = date is not None and date.state != DateState.DRAFT
    form.watch(
        *([("round", round.pk)] if is_noted else []),
        lock=partial(hold_event, event.pk),
        reload_form=partial(_form, round, number),
    )
    return form


def _mark(form: DateForm) -> str:
    """Return what the form says, so that only what was looked at is saved unasked."""
    if not form.is_bound or not form.is_valid():
        return ""
    data = form.cleaned_data
    venue = data["venue"].pk if data["venue"] else ""
    return f"{data['begins_at']}|{venue}|{data['home_side']}"


def _breaks_of_move(round: Round, number: int, form: DateForm) -> Breaks:
    demands, begins_at = demands_for(round.stage), form.cleaned_data["begins_at"]
    if demands is None or begins_at is None:
        return Breaks()
    league = league_of(round.stage)
    match = next((one for one in league.matches if one.key == (round.number, number)), None)
    try:
        check_league(league)
    except Refused:
        return Breaks()
    if match is None:
        return Breaks()
    side = form.cleaned_data["home_side"]
    return breaks_after(league, demands, match, begins_at, 0 if side is None else side)


def _save(
    request: HttpRequest, round: Round, number: int, date: MatchDate | None, form: DateForm
) -> None:
    data: dict[str, Any] = form.cleaned_data
    match_dates.set_date(
        round=round,
        number=number,
        begins_at=data["begins_at"],
        venue=data["venue"],
        home_side=data["home_side"],
        state=_state(round, date, is_postponed=data["begins_at"] is None),
        by=act_of(request),
    )


def _say_saved(request: HttpRequest, date: MatchDate | None, form: DateForm) -> None:
    """Say so, with the way back to the date before; to none at all there is no way."""
    sentence = _("The date is saved.")
    if date is None or not (date.begins_at or date.is_postponed):
        messages.success(request, sentence)
    else:
        flash_saved(request, sentence, form)


def _state(round: Round, date: MatchDate | None, *, is_postponed: bool) -> DateState:
    """Return how firm the date is: what players have seen is ruled, the rest stays a draft."""
    if is_postponed:
        return DateState.POSTPONED
    is_draft = date is None or date.state == DateState.DRAFT
    return DateState.DRAFT if is_draft and round.state == RoundState.DRAWN else DateState.RULED


# --- The venues of a club at the desk ---


class VenuePages(ClubResource):
    model = Venue
    columns = ("name", "address", "matches", "closed_on", "is_in_use")
    ordering = ("-is_in_use", "name")
    # a field called `matches` hides what scripts ask a form with
    prefix = "venue"
    tab = "venues"
    lead = gettext_lazy(
        "The halls, pubs and rooms in which the club plays, with how many matches fit in on one "
        "evening. Calendars of leagues keep to it."
    )
    removal = gettext_lazy(
        "Possible as long as no entry is at home here and no match is dated here."
    )
