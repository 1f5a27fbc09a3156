"""oEmbed: another website has the address of an event or a deal, and shows it as a frame."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from league.faces.public.embeds.deals import deal_for_everybody
from league.faces.public.embeds.embedded import NOBODY
from league.faces.public.embeds.views import CACHE_CONTROL, FRAME
from league.faces.public.page_numbers import whole_number
from league.faces.public.visitors import may_see
from league.foundation.embedding import ROWS, absolute
from league.play.events.models import Event

LONGEST = 500
WIDTH, LEAST = 600, 100
# heights in pixels: of a row, and of everything above and below the rows
ROW, REST = 38, 190
CACHED_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What an address shows: a title, whose it is, the path of its frame and its usual height."""

    title: str
    club: str
    frame: str
    height: int


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Describe the frame of a public event or deal; anything else is not there (404)."""
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"error": "only JSON is spoken here"}, status=501)
    shown = _shown_at(_path_of(request.GET.get("url", "")))
    width = _at_most(request, "maxwidth", WIDTH)
    height = _at_most(request, "maxheight", shown.height)
    response = JsonResponse(_as_json(shown, width, height))
    response["Cache-Control"] = CACHE_CONTROL
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _path_of(url: str) -> str:
    """Return the path of an address of this site. Raises Http404."""
    try:
        asked, ours = urlsplit(url[:LONGEST]), urlsplit(settings.SITE_URL)
    except ValueError as error:
        raise Http404("this is no address") from error
    if (asked.scheme, asked.netloc) != (ours.scheme, ours.netloc):
        raise Http404("this is no address of this site")
    return asked.path.removeprefix(ours.path)


def _shown_at(path: str) -> Shown:
    try:
        match = resolve(path)
    except Resolver404 as error:
        raise Http404("there is no such page") from error
    make = SHOWN.get(match.view_name)
    if make is None:
        raise Http404("this page has no frame")
    return make(match)


def _event(match: ResolverMatch) -> Shown:
    club, slug = match.kwargs["club"], match.kwargs["event"]
    event = Event.objects.select_related("club").filter(club__slug=club, slug=slug).first()
    if event is None or not may_see(NOBODY, event):
        raise Http404("there is no such event for everybody")
    frame = reverse("public:embed_event", args=[club, slug, FRAME])
    return Shown(title=event.name, club=event.club.name, frame=frame, height=REST + ROW * ROWS)


def _deal(match: ResolverMatch) -> Shown:
    deal = deal_for_everybody(match.kwargs["submission_id"])
    frame = reverse("public:embed_deal", args=[deal.submission.pk, FRAME])
    sides = len(deal.submission.deal.score)
    return Shown(title=deal.title, club=deal.club.name, frame=frame, height=REST + ROW * sides)


SHOWN: dict[str, Callable[[ResolverMatch], Shown]] = {
    "public:event": _event,
    "public:standings": _event,
    "public:deal": _deal,
}


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    asked = whole_number(request, name)
    return usual if not asked else max(LEAST, min(usual, asked))


def _as_json(shown: Shown, width: int, height: int) -> dict[str, Any]:
    frame = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" '
        'style="border:0;max-width:100%"></iframe>',
        absolute(shown.frame),
        shown.title,
        width,
        height,
    )
    return {
        "version": "1.0",
        "type": "rich",
        "title": shown.title,
        "author_name": shown.club,
        "provider_name": "Tricktable",
        "provider_url": absolute("/"),
        "cache_age": CACHED_S,
        "html": str(frame),
        "width": width,
        "height": height,
    }
