"""An event: what it is, who takes part, how far it is."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.wording import join_sentences
from league.clubs.models import User
from league.clubs.selectors import player_of_user
from league.faces.public.events.event_facts import (
    PODIUM,
    entries_sheet,
    event_rounds,
    facts_of,
    rule_changes,
)
from league.faces.public.events.event_pictures import bracket_on_page, structured_data
from league.faces.public.events.happening_now import happening_now, own_entry
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import page_of
from league.faces.public.paper_rows import answer_with, wanted_by
from league.faces.public.pictures.links import has_bracket, page_tabs
from league.faces.public.rounds.rounds_shown import event_stages
from league.faces.public.stages.stages_shown import stages_shown
from league.faces.public.standings.views import standings_table
from league.faces.public.templatetags.addresses import event_picture
from league.faces.public.visitors import EventPage, Person, pass_event
from league.foundation.embedding import absolute
from league.foundation.lists import partners
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.office.documents.event_papers import BLANK_SHEET
from league.office.documents.recaps import event_recaps
from league.office.paper.document import mark_as_pdf
from league.play.events.models import SELF_ENTRY, EntryState, Event, EventState, Stage
from league.play.events.names import (
    club_beside,
    club_of,
    current_members,
    day_of,
    entries_in_words,
    member_names,
    name_of,
    stage_name,
)
from league.play.events.selectors import entries_of, requests_for
from league.play.events.services.signing_up import explain_closed_sign_up
from league.play.events.states import OVER
from league.tables.standings.selectors import standings_page
from league.tables.standings.standings_shown import best_last

TOP = 16
MOST_NIGHTS = 12
ENTRIES_A_PAGE = 100
TAKING_PART = (EntryState.ACCEPTED, EntryState.WITHDRAWN)


@require_safe
def event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _event(request, club, event))


@pass_event
def _event(request: HttpRequest, page: EventPage) -> HttpResponse:
    event = page.event
    if request.headers.get("HX-Request") == "true":
        return _part(request, page)
    taking_part = entries_of(event).filter(state__in=TAKING_PART).select_related("of_club__club")
    if wanted := format_asked(request):
        rows = (_entry(page, entry) for entry in taking_part)
        with_clubs = taking_part.filter(of_club__isnull=False).exists()
        sheet = entries_sheet(event, rows, with_clubs=with_clubs)
        return spreadsheet(sheet, wanted, event.slug, "entries")
    closed = explain_closed_sign_up(event, timezone.now())
    stages = event_stages(event)
    now = happening_now(page, stages) if event.state == EventState.RUNNING else {}
    tops = [] if event.state == EventState.OPEN else _tops(page, stages, now.get("stage_number"))
    preview = event_picture(event, page.live_version)
    bracket = {} if event.state == EventState.OPEN else bracket_on_page(page, stages)
    is_over = event.state in OVER
    context: dict[str, Any] = {
        **now,
        "day": day_of(event),
        "facts": facts_of(event),
        "changes": rule_changes(event),
        **event_rounds(event, stages),
        "stages": stages_shown(stages),
        # a bracket says itself who is still in it and who came where
        "tops": [top for top in tops if not has_bracket(top["stage"])] if bracket else tops,
        "is_over": is_over,
        "winners": _winners(tops) if is_over else [],
        **(_recap_context(event) if is_over else {}),
        **bracket,
        # who takes part stands in the standings, once there are any
        **({} if tops or "found" in now else _entries(request, page, taking_part)),
        "structured_data": structured_data(event, preview),
        "preview": preview,
        "self_entry": event.entry_mode in SELF_ENTRY and event.state == EventState.OPEN,
        "closed": closed,
        "page_tabs": page_tabs(event, stages),
        "prepared_stages": [stage for stage in stages if stage.has_prepared],  # type: ignore[attr-defined]
        "is_live": event.state == EventState.RUNNING,
        "live_version": page.live_version,
        "stream": _stream(event, bracket),
        **_own_part(event, page.visitor.user),
    }
    return render(request, "public/event.html", context)


def _entries(request: HttpRequest, page: EventPage, taking_part: Any) -> dict[str, Any]:
    """Return what `public/_event_entries.html` needs."""
    entries = page_of(request, taking_part, ENTRIES_A_PAGE)
    return {
        "entries": [_entry(page, entry) for entry in entries],
        "entries_in_words": entries_in_words(page.event, entries.paginator.count),
        "page": entries,
    }


def _recap_context(event: Event) -> dict[str, Any]:
    """Return what is shown of an event that is over: its recap, and the deals of its nights."""
    recap = event_recaps([event], nights=MOST_NIGHTS)[event.pk]
    text = join_sentences(recap.sentences)
    address = absolute(reverse("public:event", args=[event.club.slug, event.slug]))
    return {
        "recap": text,
        "recap_to_copy": f"{text}\n{address}",
        "night_deals": recap.deals,
    }


def _stream(event: Event, bracket: dict[str, Any]) -> str:
    """Return the address of the stream that all live parts of the page share."""
    parts = [f"now-{event.pk}", f"rounds-{event.pk}"]
    if bracket:
        parts.append(f"room-{bracket['bracket']['latest'].pk}")
    only = "&".join(f"only={part}" for part in parts)
    return f"/live/events/{event.pk}/?{only}&language={get_language()}"


def _part(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Answer live.js, where there is no stream, with the part of the page that it asks for."""
    if request.GET.get("part") == "rounds":
        return render(request, "public/_event_rounds.html", event_rounds(page.event))
    return render(request, "public/_now.html", happening_now(page))


def _own_part(event: Event, user: Person) -> dict[str, Any]:
    """Return what a signed-in player sees while entries are open."""
    if event.state != EventState.OPEN or not isinstance(user, User):
        return {}
    return {
        "own": own_entry(event, player_of_user(user, event.club)),
        "requests": list(requests_for(user).filter(entry__event=event)),
    }


def _tops(page: EventPage, stages: list[Stage], shown: int | None) -> list[dict[str, Any]]:
    """Return the first places of each stage that has standings, the one that decides first.

    The stage of the number `shown` is on the page already.
    """
    tops: list[dict[str, Any]] = []
    for stage in reversed(best_last(stages)):
        top = None
        if stage.number != shown:
            top = standings_page(stage, page_rows=TOP, with_reasons=False, with_recent=True)
        if top is not None:
            named = {"number": stage.number, "name": stage_name(stage) if len(stages) > 1 else ""}
            tops.append(named | {"found": top, "stage": stage, **standings_table(page, top)})
    return tops


def _winners(tops: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first three places of the stage that decided, of each group the first."""
    if not tops:
        return []
    rows = tops[0]["rows"]
    podium = 1 if len({row["group"] for row in rows}) > 1 else PODIUM
    return [row for row in rows if row["rank"] <= podium][: 2 * PODIUM]


def _entry(page: EventPage, entry: Any) -> dict[str, Any]:
    public = page.visitor.sees_public_names
    name, club = name_of(entry, public=public), club_of(entry)
    return {
        "entry": entry,
        "name": name,
        "club": club,
        "club_shown": club_beside(name, club),
        "members": partners(member_names(current_members(entry), public=public))
        if entry.name
        else "",
    }


@require_safe
def score_sheet_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """A blank sheet for the game of the event, for tables that write on paper."""
    answer = _score_sheet(request, club, event)
    return mark_as_pdf(add_etag(request, answer), event, BLANK_SHEET.name)


@pass_event
def _score_sheet(request: HttpRequest, page: EventPage) -> HttpResponse:
    return answer_with(BLANK_SHEET, page.event, wanted_by(request, page.visitor))
