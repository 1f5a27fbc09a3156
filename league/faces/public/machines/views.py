"""Pages for machines: site maps, and what other sites show of a link."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.embeds.embedded import NOBODY, deal_for_everybody
from league.faces.public.embeds.views import CACHE_CONTROL, FRAME
from league.faces.public.page_cache import add_etag
from league.faces.public.page_numbers import whole_number
from league.faces.public.visitors import may_see
from league.foundation.embedding import ROWS, absolute
from league.play.events.models import Event, EventCount, EventState, Visibility
from league.play.events.selectors import events_of, seasons_of
from league.tables.seasons.selectors import may_see_table

# --- What robots are asked to leave alone, and where the map of the site is ---

# pages of people who are signed in or hold a link, and answers that are not pages
LEFT_ALONE = ("/desk/", "/account/", "/t/", "/api/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = [
        "User-agent: *",
        f"Allow: {reverse('api:docs')}",
        *(f"Disallow: {path}" for path in LEFT_ALONE),
        f"Sitemap: {absolute(reverse('public:map_of_site'))}",
        "",
    ]
    response = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    return add_etag(request, response)


# --- oEmbed: another website has the address of an event or a deal, and shows it as a frame ---

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


# --- Maps of the site for search engines: one of the clubs, and one of each club's public pages ---
# A map has at most 50,000 addresses (sitemaps.org); what is listed is what a stranger finds in
# lists.

XML = "application/xml; charset=utf-8"
SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"
MOST_CLUBS = 50_000
MOST_EVENTS = 10_000
MOST_SEASONS = 100
# pages of every event, by the names of their addresses
OF_EVENT = ("event", "standings", "event_rules")


@require_safe
def map_of_site(request: HttpRequest) -> HttpResponse:
    """List the maps of the clubs that have an event for everybody."""
    counts = EventCount.objects.filter(visibility=Visibility.PUBLIC, events__gte=1)
    shown = counts.exclude(state=EventState.DRAFT).values("club")
    slugs = Club.objects.filter(pk__in=shown).order_by("pk").values_list("slug", flat=True)
    maps = (reverse("public:map_of_club", args=[slug]) for slug in slugs[:MOST_CLUBS])
    return _answer(request, "sitemapindex", "sitemap", maps)


@require_safe
def map_of_club(request: HttpRequest, club: str) -> HttpResponse:
    """List the pages of a club that strangers find: its own, of its seasons, its newest events."""
    found = Club.objects.filter(slug=club).first()
    if found is None:
        raise Http404("there is no such club")
    return _answer(request, "urlset", "url", _pages_of(found))


def _pages_of(club: Club) -> Iterator[str]:
    nobody = AnonymousUser()
    yield reverse("public:club", args=[club.slug])
    yield reverse("public:ratings", args=[club.slug])
    for season in seasons_of(club)[:MOST_SEASONS]:
        if may_see_table(season, nobody):
            yield reverse("public:season", args=[club.slug, season.slug])
    for slug in _newest(club, nobody):
        for name in OF_EVENT:
            yield reverse(f"public:{name}", args=[club.slug, slug])


def _newest(club: Club, nobody: AnonymousUser) -> Iterable[str]:
    events = Event.objects.filter(pk__in=events_of(club, nobody).order_by().values("pk"))
    return events.order_by("-starts_on", "-id").values_list("slug", flat=True)[:MOST_EVENTS]


def _answer(request: HttpRequest, root: str, each: str, paths: Iterable[str]) -> HttpResponse:
    tree = Element(root, xmlns=SCHEMA)
    for path in paths:
        SubElement(SubElement(tree, each), "loc").text = absolute(path)
    text: bytes = tostring(tree, encoding="utf-8", xml_declaration=True)
    return add_etag(request, HttpResponse(text, content_type=XML))
