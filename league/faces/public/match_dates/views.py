"""When and where the matches of an event are played: a page, and files for calendars."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.calendar.calendars.calendar_sheet import calendar_sheet
from league.calendar.calendars.selectors import CalendarRow, calendar_dates, rows_of
from league.faces.public.match_dates.match_files import calendar_file
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import page_of
from league.faces.public.pictures.links import FIXTURES, page_tabs
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.limits import parse_int
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.play.events.models import Entry, EntryState, Event
from league.play.events.names import name_of
from league.play.events.selectors import entries_of
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.forfeits import Forfeit, forfeit_label
from league.play.rounds.models import Round
from league.play.rounds.stage_results import TableOutcome, outcomes_of

# --- The matches of a league by date: what is to come, and what came out ---

Outcomes = Mapping[tuple[int, int], TableOutcome]


def matches_by_date(
    event: Event, rows: Sequence[CalendarRow], at: datetime
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return headings with the matches below them: those to come first; none without any."""
    outcomes = _outcomes_of(rows)
    parts: dict[str, list[dict[str, Any]]] = {
        _("To come"): [],
        _("No result yet"): [],
        _("Played"): [],
    }
    to_come, missing, played = parts.values()
    for row in rows:
        outcome = outcomes.get((row.date.round_id, row.date.number))
        unplayed = missing if _is_past(row.begins_at, at) else to_come
        (unplayed if outcome is None else played).append(_shown(event, row, outcome))
    played.reverse()
    return [(heading, part) for heading, part in parts.items() if part]


def _is_past(begins_at: datetime | None, at: datetime) -> bool:
    if begins_at is None:
        return False
    return timezone.localdate(begins_at) < timezone.localdate(at)


def _shown(event: Event, row: CalendarRow, outcome: TableOutcome | None) -> dict[str, Any]:
    at = [event.club.slug, event.slug, row.table.pk]
    return {
        "begins_at": row.begins_at,
        "home": row.home,
        "away": row.away,
        "venue": row.date.venue if row.begins_at else None,
        "url": reverse("public:table", args=at),
        "result": "" if outcome is None else _in_words(row, outcome),
    }


def _in_words(row: CalendarRow, outcome: TableOutcome) -> str:
    """Return "340:310" with the home side's points first, or how nobody played."""
    if outcome.forfeits:
        is_both = len(outcome.forfeits) > 1
        return forfeit_label(Forfeit.BOTH if is_both else outcome.forfeits[0])
    points = outcome.points[::-1] if row.date.home_side == 1 else outcome.points
    return ":".join(map(figure, points))


def _outcomes_of(rows: Sequence[CalendarRow]) -> Outcomes:
    """Return the confirmed results by round (id) and number, but those that are held back."""
    by_stage: dict[int, dict[int, Round]] = {}
    for row in rows:
        by_stage.setdefault(row.date.round.stage_id, {})[row.date.round_id] = row.date.round
    held_back = hidden_in_stages([*by_stage]).held_back if by_stage else ()
    found: dict[tuple[int, int], TableOutcome] = {}
    for rounds in by_stage.values():
        ids = {round.number: round.pk for round in rounds.values()}
        for (number, table), outcome in outcomes_of(rounds.values(), held_back=held_back).items():
            if outcome.is_confirmed:
                found[ids[number], table] = outcome
    return found


MATCHES_A_PAGE = 100
CALENDAR = "text/calendar; charset=utf-8"


@require_safe
def event_calendar(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _event_calendar(request, club, event))


@pass_event
def _event_calendar(request: HttpRequest, page: EventPage) -> HttpResponse:
    public = page.visitor.sees_public_names
    entries = list(entries_of(page.event).filter(state=EntryState.ACCEPTED))
    wanted = parse_int(request.GET.get("entry", ""), least=1, most=1_000_000)
    entry = next((one for one in entries if one.number == wanted), None)
    found = calendar_dates(page.event, entry=entry)
    if wanted_format := format_asked(request):
        sheet = calendar_sheet(page.event, found, public=public)
        return spreadsheet(sheet, wanted_format, page.event.slug, "calendar")
    dates = page_of(request, found, MATCHES_A_PAGE)
    rows = rows_of(list(dates), public=public)
    context = {
        "event": page.event,
        "club": page.club,
        "page_tabs": page_tabs(page.event, current=FIXTURES),
        "rows": rows,
        "parts": matches_by_date(page.event, rows, timezone.now()),
        "page": dates,
        "entries": [(one.number, name_of(one, public=public), one == entry) for one in entries],
        "entry": entry,
        "file_url": _file_url(page, entry),
    }
    return render(request, "public/event_calendar.html", context)


def _file_url(page: EventPage, entry: Entry | None) -> str:
    at = [page.club.slug, page.event.slug]
    if entry is None:
        return reverse("public:event_calendar_file", args=at)
    return reverse("public:entry_calendar_file", args=[*at, entry.number])


@require_safe
def event_file(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The matches of an event to subscribe to."""
    return add_etag(request, _event_file(request, club, event))


@pass_event
def _event_file(_request: HttpRequest, page: EventPage) -> HttpResponse:
    return _answer(page, None)


@require_safe
def entry_file(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """The matches of one entry to subscribe to."""
    return add_etag(request, _entry_file(request, club, event, number))


@pass_event
def _entry_file(_request: HttpRequest, page: EventPage, number: int) -> HttpResponse:
    entry = entries_of(page.event).filter(number=number).first()
    if entry is None or entry.state in (EntryState.APPLIED, EntryState.WAITING):
        raise Http404("there is no such entry")
    return _answer(page, entry)


def _answer(page: EventPage, entry: Entry | None) -> HttpResponse:
    """Answer in the club's language: programs that fetch this choose none."""
    with translation.override(page.club.language):
        content = calendar_file(page.event, entry)
    response = HttpResponse(content, content_type=CALENDAR)
    response["Content-Disposition"] = f'inline; filename="{page.event.slug}.ics"'
    return response
