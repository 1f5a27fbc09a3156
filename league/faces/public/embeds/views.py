"""Standings and dates for other websites: a page for a frame, a piece of HTML, and JSON.

The answers are the same for everybody, may be read by scripts of any site, and only the pages
made for frames may stand in one.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import orjson
from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.embeds.embedded import (
    NOBODY,
    Embed,
    deal_for_everybody,
    embed_of_club,
    embed_of_deal,
    embed_of_event,
    embed_of_season,
)
from league.faces.public.page_numbers import whole_number
from league.faces.public.visitors import may_see
from league.foundation.embedding import MOST_ROWS, ROWS, THEMES
from league.foundation.languages import LANGUAGES
from league.play.events.models import Event, Season
from league.tables.seasons.selectors import may_see_table

CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=600"
FRAME = "frame"
FORMS = (FRAME, "html", "json")

View = Callable[..., HttpResponseBase]

# nothing but a style, a script and a picture of our own, and any page may show it
_policy = csp_replace(
    {
        "default-src": [NONE],
        "style-src": [SELF],
        "script-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": ["*"],
    }
)


def allow_framing(view: View) -> View:
    """Let browsers show the view's answers in a frame of any page."""
    framed: View = require_safe(xframe_options_exempt(_policy(view)))
    return framed


@allow_framing
def embed_club(request: HttpRequest, club: str, form: str) -> HttpResponse:
    return _answer(request, form, _club(club), embed_of_club)


@allow_framing
def embed_event(request: HttpRequest, club: str, event: str, form: str) -> HttpResponse:
    found = Event.objects.select_related("club").filter(club__slug=club, slug=event).first()
    if found is None or not may_see(NOBODY, found):
        raise Http404("there is no such event for everybody")
    return _answer(request, form, found, embed_of_event)


@allow_framing
def embed_season(request: HttpRequest, club: str, season: str, form: str) -> HttpResponse:
    found = Season.objects.select_related("club").filter(club__slug=club, slug=season).first()
    if found is None or not may_see_table(found, NOBODY):
        raise Http404("there is no such season for everybody")
    return _answer(request, form, found, embed_of_season)


@allow_framing
def embed_deal(request: HttpRequest, submission_id: int, form: str) -> HttpResponse:
    return _answer(request, form, deal_for_everybody(submission_id), embed_of_deal)


def _club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Http404("there is no such club")
    return club


def _answer(
    request: HttpRequest, form: str, subject: Any, make: Callable[..., Embed]
) -> HttpResponse:
    """Answer in the language and for the theme that the query asks for."""
    club = subject if isinstance(subject, Club) else subject.club
    rows = min(whole_number(request, "rows") or ROWS, MOST_ROWS)
    language = _one_of(request, "language", dict(LANGUAGES)) or club.language
    with translation.override(language), timezone.override(club.time_zone):
        response = _as_asked(request, form, club, make(subject, rows=rows))
    return _shared(request, response, language)


def _as_asked(request: HttpRequest, form: str, club: Club, embed: Embed) -> HttpResponse:
    if form == "json":
        return HttpResponse(orjson.dumps(embed.as_json()), content_type="application/json")
    context = {"embed": embed, "club": club, "theme": _one_of(request, "theme", THEMES)}
    if form == "html":
        return HttpResponse(render_to_string("public/embed/_part.html", context))
    context["part_url"] = _part_of(request) if embed.is_running else ""
    return HttpResponse(render_to_string("public/embed/frame.html", context))


def _part_of(request: HttpRequest) -> str:
    """Return the address of what stands in the frame, by which embed.js refreshes it."""
    path = request.path.removesuffix(FRAME) + "html"
    return f"{path}?{request.GET.urlencode()}" if request.GET else path


def _shared(request: HttpRequest, response: HttpResponse, language: str) -> HttpResponse:
    etag = f'"{sha256(response.content).hexdigest()[:32]}"'
    if etag in request.headers.get("If-None-Match", ""):
        response = HttpResponseNotModified()
    response["ETag"] = etag
    response["Cache-Control"] = CACHE_CONTROL
    response["Access-Control-Allow-Origin"] = "*"
    response["Content-Language"] = language
    return response


def _one_of(request: HttpRequest, name: str, known: Any) -> str:
    """Return what the query says if it is known: a website must not break by an old address."""
    value = request.GET.get(name, "")
    return value if value in known else ""
