"""The start page: what is played now in all clubs, the clubs to search, what comes, the games."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.services import render_sentence, variants
from league.clubs.models import Club
from league.faces.public.club.club_home import dates_of
from league.faces.public.club.home_live import (
    CLUBS_A_PAGE,
    FIRST_CLUBS,
    clubs_by_name,
    events_on_front_page,
    front_parts,
    further_parts,
    home_live,
    version_of_clubs,
    version_of_front,
)
from league.faces.public.club.news import nights_of
from league.faces.public.events.event_facts import outcomes_of
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import page_of, whole_number
from league.faces.public.rules.rule_page import players_in_words
from league.foundation.names import has_word

LONGEST_SEARCH = 80
MOST_WORDS = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if (name := request.GET.get("part", "")) and request.headers.get("HX-Request") == "true":
        return add_etag(request, _part(request, name))
    words = _words(request)
    if words:
        page = page_of(request, clubs_by_name().filter(_has_all(words)), CLUBS_A_PAGE)
    else:
        page = page_of(request, clubs_by_name(), CLUBS_A_PAGE, first=FIRST_CLUBS)
    context: dict[str, Any] = {
        "page": page,
        "searched": " ".join(words),
        "open_sign_up": settings.OPEN_SIGN_UP,
    }
    if not words:
        clubs = list(page.object_list)
        context |= _further(page.number, clubs) if page.number > 1 else _played(clubs)
    return add_etag(request, render(request, "public/home.html", context))


def _part(request: HttpRequest, name: str) -> HttpResponse:
    """Answer with a part of the page alone, for open pages whose stream fails."""
    page = whole_number(request, "page") or 1
    _version, parts = further_parts(page) if page > 1 else front_parts()
    if name not in parts:
        raise Http404("the page has no such part")
    return render(request, *parts[name])


def _words(request: HttpRequest) -> list[str]:
    return request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split()[:MOST_WORDS]


def _has_all(words: list[str]) -> Q:
    """Say that a club has each word in its name or in where it plays."""
    found = Q()
    for word in words:
        found &= has_word(word) | Q(where_we_play__icontains=word)
    return found


def _played(clubs: Sequence[Club]) -> dict[str, Any]:
    """Return what is played, comes and ended last in all clubs; as many queries for many."""
    events = events_on_front_page()
    outcomes = outcomes_of([*events.played.events, *events.ended])
    return {
        **home_live(events.played, outcomes),
        "live_version": version_of_front(events.played, clubs),
        "stream": f"/live/front/?only=front-0&only=clubs-0&language={get_language()}",
        "coming": dates_of(events.coming, with_club=True),
        "nights": nights_of(events.ended, full_names=False, outcomes=outcomes),
        "games": _games(),
    }


def _further(page: int, clubs: Sequence[Club]) -> dict[str, Any]:
    """Return what lets the clubs of a further page move."""
    return {
        "live_version": version_of_clubs(clubs),
        "stream": f"/live/front/{page}/?only=clubs-{page}&language={get_language()}",
    }


def _games() -> list[dict[str, str]]:
    return [
        {
            "id": info.id,
            "label": render_sentence(info.label),
            "players": players_in_words(info.seats),
        }
        for info in variants()
    ]
