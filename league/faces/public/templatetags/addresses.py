"""Addresses for programs outside the browser, and of the pictures beside links."""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from django import template
from django.urls import reverse
from django.utils.translation import get_language

from league.clubs.models import Club, Player
from league.foundation.embedding import absolute
from league.play.events.models import Event, Season
from league.play.rounds.models import Round
from league.tables.seasons.selectors import stamp_of_season
from league.tables.standings.stamps import is_for_everybody

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
def event_picture(event: Event, version: int = 0) -> str:
    """Return the address of the event's picture; "" for an event that is not for everybody.

    With the version of its live page, programs that keep pictures ask for it again.
    """
    return _of_event("event_picture", event, version, event.club.slug, event.slug)


@register.simple_tag
def standings_picture(event: Event, version: int = 0) -> str:
    """Return the address of the picture of the event's standings, as `event_picture` does."""
    return _of_event("standings_picture", event, version, event.club.slug, event.slug)


@register.simple_tag
def round_picture(event: Event, round_: Round, version: int = 0) -> str:
    """Return the address of the picture of a round, as `event_picture` does."""
    stage, number = round_.stage.number, round_.number
    return _of_event("round_picture", event, version, event.club.slug, event.slug, stage, number)


@register.simple_tag
def deal_picture(event: Event, submission_id: int) -> str:
    """Return the address of the picture of a deal of the event, as `event_picture` does."""
    return _picture("deal_picture", [submission_id]) if is_for_everybody(event) else ""


@register.simple_tag
def player_picture(player: Player) -> str:
    """Return the address of the player's picture."""
    return _picture("player_picture", [player.club.slug, player.pk])


@register.simple_tag
def season_picture(season: Season) -> str:
    """Return the address of the season's picture."""
    return _picture("season_picture", [season.club.slug, season.slug], stamp_of_season(season)[:12])


@register.simple_tag
def club_picture(club: Club) -> str:
    """Return the address of the club's picture."""
    return _picture("club_picture", [club.slug])


def _of_event(name: str, event: Event, version: int, *args: str | int) -> str:
    return _picture(name, args, str(version or "")) if is_for_everybody(event) else ""


def _picture(name: str, args: Sequence[str | int], version: str = "") -> str:
    """Return the address of a picture in the language of the page."""
    language = get_language() or ""
    query = ({"v": version} if version else {}) | {"language": language}
    return f"{reverse(f'public:{name}', args=args)}?{urlencode(query)}"


@register.filter
def oembed(path: str) -> str:
    """Return where other websites read how to show the page in a frame."""
    return f"{absolute(reverse('public:oembed'))}?{urlencode({'url': absolute(path)})}"
