"""The pictures of an event: round by round, who met whom, bracket, movement, bids and deals."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.faces.public.events.event_facts import game_name
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import row_id, whole_number
from league.faces.public.pictures import links
from league.faces.public.pictures.bracket import bracket_shown
from league.faces.public.pictures.form import RoundBlock
from league.faces.public.pictures.grids import ROWS_A_PAGE, crosses_shown, movement_shown
from league.faces.public.pictures.links import has_bracket
from league.faces.public.pictures.progress_lines import progress_of
from league.faces.public.ratings.ratings_shown import games_together, highest_shown
from league.faces.public.rounds.rounds_shown import present_round
from league.faces.public.visitors import EventPage, pass_event
from league.foundation.embedding import absolute
from league.play.events.models import Event, EventState, Stage, Visibility
from league.tables.standings.standings_shown import best_last, stages_of
from league.tables.statistics.at_tables import highest_deals, played_in_event


@require_safe
def progress(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The places after each round, drawn; it is made of the standings."""
    return add_etag(request, _progress(request, club, event))


@pass_event
def _progress(request: HttpRequest, page: EventPage) -> HttpResponse:
    def context_of(stage: Stage) -> dict[str, Any]:
        chosen = row_id(request, "entry")
        groups = progress_of(stage, full_names=page.visitor.sees_full_names, chosen=chosen)
        return {
            "groups": groups,
            "chosen": chosen,
            "is_drawn": any(group.wide for group in groups),
            "people": [course for group in groups for course in group.courses],
        }

    return _picture(request, page, links.PROGRESS, links.has_meetings, context_of)


@require_safe
def meetings(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _meetings(request, club, event))


@pass_event
def _meetings(request: HttpRequest, page: EventPage) -> HttpResponse:
    def context_of(stage: Stage) -> dict[str, Any]:
        number = whole_number(request, "page") or 1
        shown = crosses_shown(page, stage, number, whole_number(request, "rounds"))
        pages = Paginator(range(len(shown["people"])), ROWS_A_PAGE)
        if number > pages.num_pages:
            raise Http404("there is no such page")
        return shown | {"page": pages.page(number) if "by_rounds" in shown else None}

    return _picture(request, page, links.MEETINGS, links.has_meetings, context_of)


@require_safe
def bracket(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The bracket: the page, or the bracket alone when live.js asks."""
    return add_etag(request, _bracket(request, club, event))


@pass_event
def _bracket(request: HttpRequest, page: EventPage) -> HttpResponse:
    def context_of(stage: Stage) -> dict[str, Any]:
        return bracket_shown(page, stage)

    return _picture(request, page, links.BRACKET, links.has_bracket, context_of)


@require_safe
def movement(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _movement(request, club, event))


@pass_event
def _movement(request: HttpRequest, page: EventPage) -> HttpResponse:
    def context_of(stage: Stage) -> dict[str, Any]:
        chosen, asked = row_id(request, "entry"), whole_number(request, "rounds")
        return movement_shown(page, stage, chosen, asked)

    return _picture(request, page, links.MOVEMENT, links.has_movement, context_of)


@require_safe
def event_statistics(request: HttpRequest, club: str, event: str) -> HttpResponse:
    return add_etag(request, _event_statistics(request, club, event))


@pass_event
def _event_statistics(request: HttpRequest, page: EventPage) -> HttpResponse:
    context = {
        "games": games_together(
            played_in_event(page.event), page.visitor, page.club, only_known=False
        ),
        "highest": highest_shown(highest_deals(page.event)),
    }
    return _picture(request, page, links.STATISTICS, links.always, lambda _stage: context)


def _picture(
    request: HttpRequest,
    page: EventPage,
    name: str,
    shows: Callable[[Stage], bool],
    context_of: Callable[[Stage], dict[str, Any]],
) -> HttpResponse:
    """Answer with the picture of the stage that the query names, or of the one that decides.

    It is the page, or the picture alone when live.js asks.
    """
    is_running = page.event.state == EventState.RUNNING
    stages = stages_of(page.event)
    shown = [stage for stage in stages if shows(stage)]
    stage = _stage_of(request, shown)
    address = reverse(f"public:{name}", args=[page.club.slug, page.event.slug])
    picture = context_of(stage)
    block: RoundBlock | None = picture.get("block")
    context = {
        "event": page.event,
        "club": page.club,
        "stage": stage,
        "address": address,
        "words": links.words_of(name),
        "page_tabs": links.page_tabs(page.event, stages, name),
        "stage_tabs": [] if name == links.STATISTICS else links.stage_tabs(address, shown, stage),
        "round_tabs": block.tabs(request) if block else [],
        **picture,
        "latest": present_round(page.event) if is_running else None,
        "live_version": page.live_version,
        "language": get_language(),
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, f"public/pictures/{'_' if is_part else ''}{name}.html", context)


def _stage_of(request: HttpRequest, stages: list[Stage]) -> Stage:
    """Return the requested stage, else the last one with standings. Raises Http404."""
    number = whole_number(request, "stage")
    if number is not None:
        stages = [stage for stage in stages if stage.number == number]
    if not stages:
        raise Http404("the event has no such picture")
    begun = [stage for stage in best_last(stages) if getattr(stage, "standings", None)]
    return begun[-1] if begun else stages[0]


# --- The bracket that an event's page shows ---


def bracket_on_page(page: EventPage, stages: Sequence[Stage]) -> dict[str, Any]:
    """Return the `bracket` of the stage that decides, and its `bracket_url`.

    Nothing for formats without one, and before the first round is shown.
    """
    for stage in reversed(best_last(stages)):
        shown = bracket_shown(page, stage) if has_bracket(stage) else {"parts": []}
        if shown["parts"]:
            address = reverse("public:bracket", args=[page.club.slug, page.event.slug])
            return {"bracket": shown, "bracket_url": f"{address}?stage={stage.number}"}
    return {}


# --- What search engines read of an event: a SportsEvent of schema.org, as JSON-LD ---
# It says what a stranger reads on the page of the event, and names no player.

# characters that could end the element it stands in, as JSON writes them
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def structured_data(event: Event, picture: str) -> SafeString | str:
    """Return the element for the head of an event's page; "" for one that is not listed.

    `picture` is the path of its picture, "" without one.
    """
    if event.visibility != Visibility.PUBLIC or event.state == EventState.DRAFT:
        return ""
    text = json.dumps(sports_event(event, picture), ensure_ascii=False).translate(ESCAPES)
    # a block of data is run by nobody, so the policy of the site's scripts lets it stand
    return SafeString(f'<script type="application/ld+json">{text}</script>')


def sports_event(event: Event, picture: str) -> dict[str, Any]:
    """Return the event as schema.org describes one."""
    club = event.club
    where = club.where_we_play or club.name
    organizer = {
        "@type": "SportsOrganization",
        "name": club.name,
        "url": absolute(reverse("public:club", args=[club.slug])),
    }
    return {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "url": absolute(reverse("public:event", args=[club.slug, event.slug])),
        "startDate": (event.beginning or event.starts_on).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "sport": game_name(event),
        "location": {"@type": "Place", "name": club.name, "address": where},
        "organizer": organizer,
        **({"image": [absolute(picture)]} if picture else {}),
        **({"description": event.about} if event.about else {}),
    }
