"""The clubs of the site, a club with its events, and its look at addresses that name it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.services import in_words, variants
from league.clubs.colours import digest_of, sample_stylesheet, stylesheet
from league.clubs.logos import CONTENT_TYPE
from league.clubs.models import Club, Logo
from league.clubs.selectors import house_rules_of
from league.events.models import Event, EventState, Season, Visibility
from league.events.selectors import events_of, public_events_in, seasons_of
from league.public.club.news import ended_last, nights_of
from league.public.events.event_cards import event_cards, with_counts
from league.public.events.outcomes import Outcomes, outcomes_of
from league.public.keeping import with_etag
from league.public.page_numbers import page_of
from league.public.rules.options_shown import players_in_words
from league.public.visitors import Visitor, for_club
from league.ratings.selectors import has_ratings

CLUBS_A_PAGE = 50
EVENTS_A_PAGE = 20
MOST_CURRENT = 50
MOST_RUNNING = 3
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: what is being played, the clubs by name, and the games."""
    clubs = Club.objects.annotate(
        running=public_events_in(EventState.RUNNING), coming=public_events_in(EventState.OPEN)
    ).order_by("name", "id")
    page = page_of(request, clubs, CLUBS_A_PAGE)
    context: dict[str, Any] = {"page": page}
    if page.number == 1:
        listed = Event.objects.filter(visibility=Visibility.PUBLIC).select_related("club")
        running, ended = _running(), ended_last(listed)
        outcomes = outcomes_of([*running, *ended])
        context |= {
            "running": _cards_with_club(running, outcomes),
            "games": _games(),
            "nights": nights_of(ended, full_names=False, outcomes=outcomes),
        }
    return with_etag(request, render(request, "public/home.html", context))


def _running() -> list[Event]:
    """Return the newest events that anybody may see being played, of all clubs."""
    public = Event.objects.filter(state=EventState.RUNNING, visibility=Visibility.PUBLIC)
    newest = with_counts(public).select_related("club").order_by("-starts_on", "-id")
    return list(newest[:MOST_RUNNING])


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
    events = with_counts(events_of(club, visitor.user))
    seasons = list(seasons_of(club))
    season = _chosen_season(request, seasons)
    if season is not None:
        events = events.filter(season=season)
    over = [EventState.FINISHED, EventState.ARCHIVED]
    current = list(events.exclude(state__in=over)[:MOST_CURRENT])
    past = page_of(request, events.filter(state__in=over), EVENTS_A_PAGE)
    shown, ended = [*current, *past.object_list], ended_last(events) if past.number == 1 else []
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
        "past": [card for state, card in by_state if state in over],
        "nights": nights_of(ended, full_names=full, outcomes=outcomes),
        "page": past,
        "house_rules": _house_rules(club),
        "has_ratings": has_ratings(club),
    }
    return render(request, "public/club.html", context)


def _house_rules(club: Club) -> list[dict[str, Any]]:
    games = {info.id: in_words(info.label) for info in variants()}
    return [
        {"rules": house_rules, "game": games.get(house_rules.variant, house_rules.variant)}
        for house_rules in house_rules_of(club)
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
