"""The clubs of the site, a club with its events, and its look at addresses that name it."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.services import in_words, variants
from league.clubs.colours import digest_of, sample_stylesheet, stylesheet
from league.clubs.logos import CONTENT_TYPE
from league.clubs.models import Club, Logo
from league.clubs.selectors import HOUSE_RULES
from league.compiled_queries import CompiledQuery
from league.events.models import Event, EventState, Season, Visibility
from league.events.selectors import events_of, listed_for, public_events_in
from league.events.states import OVER
from league.public.club.associated import associated
from league.public.club.news import newest_over, nights_of, of_the_last_day
from league.public.events.event_cards import event_cards, with_counts
from league.public.events.event_columns import events_sheet
from league.public.events.outcomes import Outcomes, outcomes_of
from league.public.keeping import with_etag
from league.public.page_numbers import page_of
from league.public.rules.options_shown import players_in_words
from league.public.visitors import Visitor, for_club
from league.ratings.selectors import has_ratings
from league.spreadsheets.answers import format_asked, spreadsheet

CLUBS_A_PAGE = 50
EVENTS_A_PAGE = 20
MOST_CURRENT = 50
MOST_RUNNING = 3
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: what is being played, the clubs by name, and the games."""
    page = page_of(request, _clubs(), CLUBS_A_PAGE, first=FIRST_CLUBS)
    context: dict[str, Any] = {"page": page}
    if page.number == 1:
        running, ended = RUNNING(), of_the_last_day(ENDED())
        outcomes = outcomes_of([*running, *ended])
        context |= {
            "running": _cards_with_club(running, outcomes),
            "games": _games(),
            "nights": nights_of(ended, full_names=False, outcomes=outcomes),
        }
    return with_etag(request, render(request, "public/home.html", context))


def _clubs() -> "QuerySet[Club]":
    """Return the clubs by name, with how many of their events are running and coming."""
    return Club.objects.annotate(
        running=public_events_in(EventState.RUNNING), coming=public_events_in(EventState.OPEN)
    ).order_by("name", "id")


def _of_all_clubs() -> "QuerySet[Event]":
    return Event.objects.filter(visibility=Visibility.PUBLIC).select_related("club")


FIRST_CLUBS = CompiledQuery(lambda _value: _clubs()[: CLUBS_A_PAGE + 1])
# the newest events that anybody may see being played, and those that ended last, of all clubs
RUNNING: CompiledQuery[Event] = CompiledQuery(
    lambda _value: with_counts(_of_all_clubs().filter(state=EventState.RUNNING)).order_by(
        "-starts_on", "-id"
    )[:MOST_RUNNING]
)
ENDED = CompiledQuery(lambda _value: newest_over(_of_all_clubs()))


def _cards_with_club(events: list[Event], outcomes: Outcomes) -> list[dict[str, Any]]:
    cards = event_cards(events, full_names=False, outcomes=outcomes)
    return [card | {"where": event.club.name} for event, card in zip(events, cards, strict=True)]


def _games() -> list[dict[str, str]]:
    return [
        {
            "id": info.id,
            "label": in_words(info.label),
            "players": players_in_words(info.seats),
        }
        for info in variants()
    ]


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    return with_etag(request, _club(request, club))


@for_club
def _club(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    seasons = SEASONS(club=club.pk)
    season = _chosen_season(request, seasons)
    if wanted := format_asked(request):
        return _file(club, visitor, season, wanted)
    found = _found(listed_for(club, visitor.user), season is not None)
    asked = {"club": club.pk} | ({"season": season.pk} if season else {})
    current = found.current(**asked)
    all_past = with_counts(events_of(club, visitor.user)).filter(state__in=OVER)
    past = page_of(
        request,
        all_past.filter(season=season) if season else all_past,
        EVENTS_A_PAGE,
        first=lambda: found.past(**asked),
    )
    ended = of_the_last_day(found.ended(**asked)) if past.number == 1 else []
    shown = [*current, *past.object_list]
    for event in (*shown, *ended):
        event.club = club
    outcomes = outcomes_of([*shown, *ended])
    full = visitor.sees_full_names
    cards = event_cards(shown, full_names=full, outcomes=outcomes)
    by_state = [(event.state, card) for event, card in zip(shown, cards, strict=True)]
    context: dict[str, Any] = {
        "club": club,
        "seasons": seasons,
        "season": season,
        "running": [card for state, card in by_state if state == EventState.RUNNING],
        "coming": [
            card for state, card in by_state if state in (EventState.OPEN, EventState.DRAFT)
        ],
        "past": [card for state, card in by_state if state in OVER],
        "nights": nights_of(ended, full_names=full, outcomes=outcomes),
        "page": past,
        "house_rules": _house_rules(club),
        **associated(club),
        "has_ratings": has_ratings(club),
    }
    return render(request, "public/club.html", context)


def _file(club: Club, visitor: Visitor, season: Season | None, wanted: str) -> HttpResponse:
    """Return all events that the visitor finds in lists, of one season or of all."""
    events = events_of(club, visitor.user)
    if season is not None:
        events = events.filter(season=season)
    sheet = events_sheet(club.name, events, full_names=visitor.sees_full_names)
    return spreadsheet(sheet, wanted, club.slug, season.slug if season else "events")


class FoundEvents(NamedTuple):
    """What the page of a club asks for: its events now, the first that are over, the last."""

    current: CompiledQuery[Event]
    past: CompiledQuery[Event]
    ended: CompiledQuery[Event]


@cache
def _found(listed: Q, in_season: bool) -> FoundEvents:
    """Return the queries for those who find these events in lists, of one season or of all."""

    def events(value: Callable[[str], Any]) -> Any:
        found = Event.objects.filter(listed, club=value("club")).order_by("-starts_on", "-id")
        return with_counts(found.filter(season=value("season")) if in_season else found)

    return FoundEvents(
        CompiledQuery(lambda value: events(value).exclude(state__in=OVER)[:MOST_CURRENT]),
        CompiledQuery(lambda value: events(value).filter(state__in=OVER)[: EVENTS_A_PAGE + 1]),
        CompiledQuery(lambda value: newest_over(events(value))),
    )


SEASONS = CompiledQuery(
    lambda value: Season.objects.filter(club=value("club")).order_by("-starts_on", "-id")
)


def _house_rules(club: Club) -> list[dict[str, Any]]:
    games = {info.id: in_words(info.label) for info in variants()}
    return [
        {"rules": house_rules, "game": games.get(house_rules.variant, house_rules.variant)}
        for house_rules in HOUSE_RULES(club=club.pk)
    ]


def _chosen_season(request: HttpRequest, seasons: list[Season]) -> Season | None:
    slug = request.GET.get("season")
    if not slug:
        return None
    for season in seasons:
        if season.slug == slug:
            return season
    raise Http404("the club has no such season")


@require_safe
def look(request: HttpRequest, main: str, accent: str, digest: str) -> HttpResponse:
    """The stylesheet made from two colours; with the digest of another release it is not cached."""
    colours = f"#{main}", f"#{accent}"
    response = HttpResponse(stylesheet(*colours), content_type="text/css")
    response["Cache-Control"] = FOR_EVER if digest == digest_of(*colours) else NOT_KEPT
    return response


@require_safe
def look_sample(request: HttpRequest, main: str, accent: str) -> HttpResponse:
    """The shades of two colours for the samples at the desk: nothing of them is stored."""
    response = HttpResponse(sample_stylesheet(f"#{main}", f"#{accent}"), content_type="text/css")
    response["Cache-Control"] = NOT_KEPT
    return response


@require_safe
def logo(request: HttpRequest, name: str) -> HttpResponse:
    """A club's logo, as it was cleaned when it was uploaded."""
    content = Logo.objects.filter(pk=name).values_list("content", flat=True).first()
    if content is None:
        raise Http404("there is no such logo")
    response = HttpResponse(bytes(content), content_type=CONTENT_TYPE)
    response["Cache-Control"] = FOR_EVER
    return response
