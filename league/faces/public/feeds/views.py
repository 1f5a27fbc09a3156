"""What programs fetch again and again: calendars, and the news of a club as a feed."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from league.clubs.models import Club, Player
from league.faces.public.feeds.calendars import (
    calendar_of_club,
    calendar_of_player,
    calendar_of_season,
)
from league.faces.public.feeds.news_feed import feed_of
from league.faces.public.keeping import add_etag
from league.play.events.models import Season

CALENDAR = "text/calendar; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def club_feed(request: HttpRequest, club: str) -> HttpResponse:
    found = Club.objects.filter(slug=club).first()
    return _answer(request, found, found, feed_of, ATOM)


@require_safe
def club_calendar(request: HttpRequest, club: str) -> HttpResponse:
    found = Club.objects.filter(slug=club).first()
    return _answer(request, found, found, calendar_of_club)


@require_safe
def season_calendar(request: HttpRequest, club: str, season: str) -> HttpResponse:
    found = Season.objects.select_related("club").filter(club__slug=club, slug=season).first()
    return _answer(request, found, found.club if found else None, calendar_of_season)


@require_safe
def player_calendar(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    player = Player.objects.select_related("club").filter(club__slug=club, pk=player_id).first()
    if player is not None and player.merged_into_id:
        return redirect("public:player_calendar", club, player.merged_into_id)
    return _answer(request, player, player.club if player else None, calendar_of_player)


def _answer(
    request: HttpRequest,
    subject: Any,
    club: Club | None,
    make: Callable[[Any], bytes],
    content_type: str = CALENDAR,
) -> HttpResponse:
    """Answer in the club's language and time: programs that fetch this choose none."""
    if club is None:
        raise Http404("there is nothing of this name here")
    with translation.override(club.language), timezone.override(club.time_zone):
        response = HttpResponse(make(subject), content_type=content_type)
    if content_type == CALENDAR:
        response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return add_etag(request, response)
