"""Addresses for programs outside the browser, and of the pictures beside links."""

from urllib.parse import urlencode, urlsplit

from django import template
from django.urls import reverse

from league.embedding import absolute
from league.events.models import Event, Season
from league.seasons.selectors import stamp_of_season
from league.standings.stamps import stamp_of

register = template.Library()


@register.filter
def webcal(path: str) -> str:
    """Return the address that opens people's calendars: "webcal://host/path"."""
    return urlsplit(absolute(path))._replace(scheme="webcal").geturl()


@register.filter
def with_site(path: str) -> str:
    """Return the address with the site's own name in front."""
    return absolute(path)


@register.simple_tag
def event_picture(event: Event) -> str:
    """Return the address of the event's picture; "" for an event that is not for everybody."""
    args = [event.club.slug, event.slug]
    stamp = stamp_of(*args)
    return f"{reverse('public:event_picture', args=args)}?v={stamp[:12]}" if stamp else ""


@register.simple_tag
def season_picture(season: Season) -> str:
    """Return the address of the season's picture."""
    address = reverse("public:season_picture", args=[season.club.slug, season.slug])
    return f"{address}?v={stamp_of_season(season)[:12]}"


@register.filter
def oembed(path: str) -> str:
    """Return where other websites read how to show the page in a frame."""
    return f"{absolute(reverse('public:oembed'))}?{urlencode({'url': absolute(path)})}"
