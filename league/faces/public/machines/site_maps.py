"""Maps of the site for search engines: one of the clubs, and one of each club's public pages.

A map has at most 50,000 addresses (sitemaps.org); what is listed is what a stranger finds in lists.
"""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.keeping import add_etag
from league.foundation.embedding import absolute
from league.play.events.models import Event, EventCount, EventState, Visibility
from league.play.events.selectors import events_of, seasons_of
from league.tables.seasons.selectors import may_see_table

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
