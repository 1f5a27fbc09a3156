"""An event: what it is, who takes part, how far it is."""

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.clubs.models import User
from league.clubs.selectors import own_player
from league.documents.blank_sheet_paper import BLANK_SHEET
from league.events.models import EntryMode, EntryState, Event, EventState, Stage
from league.events.names import current_members, entries_in_words, member_names, name_of, stage_name
from league.events.selectors import entries_of, requests_for
from league.events.services.sign_up import why_closed
from league.lists import partners
from league.match_dates.selectors import shown_rounds_dated
from league.paper.answers import as_pdf
from league.public.events.event_columns import entries_sheet
from league.public.events.event_facts import facts_of, rule_changes
from league.public.events.own_entry import own_entry
from league.public.events.structured_data import structured_data
from league.public.keeping import with_etag
from league.public.page_numbers import page_of
from league.public.paper_rows import answer_with, wanted_by
from league.public.pictures.links import picture_tabs
from league.public.stages.stages_shown import stages_shown
from league.public.standings.standings_table import standings_table
from league.public.visitors import EventPage, Person, for_event
from league.results.models import TableState
from league.spreadsheets.answers import format_asked, spreadsheet
from league.standings.deciding import best_last
from league.standings.selectors import standings_page
from league.standings.standings_shown import stages_of

TOP = 5
ENTRIES_A_PAGE = 100
TAKING_PART = (EntryState.ACCEPTED, EntryState.WITHDRAWN)


@require_safe
def event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return with_etag(request, _event(request, club, event))


@for_event
def _event(request: HttpRequest, page: EventPage) -> HttpResponse:
    event = page.event
    taking_part = entries_of(event).filter(state__in=TAKING_PART)
    if wanted := format_asked(request):
        sheet = entries_sheet(event, (_entry(page, entry) for entry in taking_part))
        return spreadsheet(sheet, wanted, event.slug, "entries")
    entries = page_of(request, taking_part, ENTRIES_A_PAGE)
    closed = why_closed(event, timezone.now())
    rounds = _rounds(event)
    stages = stages_of(event)
    context: dict[str, Any] = {
        "event": event,
        "club": page.club,
        "facts": facts_of(event),
        "changes": rule_changes(event),
        "rounds": rounds,
        "has_dates": any(row["round"].has_dates for row in rounds),
        "stages": stages_shown(stages),
        "tops": _tops(page, stages),
        "entries": [_entry(page, entry) for entry in entries],
        "entries_in_words": entries_in_words(event, entries.paginator.count),
        "page": entries,
        "structured_data": structured_data(event),
        "self_entry": event.entry_mode == EntryMode.SELF and event.state == EventState.OPEN,
        "closed": closed,
        "picture_tabs": picture_tabs(event, stages),
        "prepared_stages": list(event.stages.filter(prepared__isnull=False).order_by("number")),
        **_own_part(event, page.visitor.user),
    }
    return render(request, "public/event.html", context)


def _own_part(event: Event, user: Person) -> dict[str, Any]:
    """Return what a signed-in player sees while entries are open."""
    if event.state != EventState.OPEN or not isinstance(user, User):
        return {}
    return {
        "own": own_entry(event, own_player(user, event.club)),
        "requests": list(requests_for(user).filter(entry__event=event)),
    }


def _rounds(event: Event) -> list[dict[str, Any]]:
    rounds = shown_rounds_dated(event).annotate(
        all_tables=Count("tables", distinct=True),
        confirmed=Count(
            "tables", filter=Q(tables__result__state=TableState.CONFIRMED), distinct=True
        ),
    )
    return [
        {"round": round, "total": round.all_tables, "done": round.confirmed} for round in rounds
    ]


def _tops(page: EventPage, stages: list[Stage]) -> list[dict[str, Any]]:
    """Return the first places of each stage that has standings, the one that decides first."""
    tops = []
    for stage in reversed(best_last(stages)):
        top = standings_page(stage, page_rows=TOP, with_reasons=False)
        if top is not None:
            named = {"number": stage.number, "name": stage_name(stage) if len(stages) > 1 else ""}
            tops.append(named | {"found": top, **standings_table(page, top)})
    return tops


def _entry(page: EventPage, entry: Any) -> dict[str, Any]:
    public = page.visitor.sees_public_names
    return {
        "entry": entry,
        "name": name_of(entry, public=public),
        "members": partners(member_names(current_members(entry), public=public))
        if entry.name
        else "",
    }


@require_safe
def score_sheet_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """A blank sheet for the game of the event, for tables that write on paper."""
    answer = _score_sheet(request, club, event)
    return as_pdf(with_etag(request, answer), event, BLANK_SHEET.name)


@for_event
def _score_sheet(request: HttpRequest, page: EventPage) -> HttpResponse:
    return answer_with(BLANK_SHEET, page.event, wanted_by(request, page.visitor))
