"""The home of a club: what is played, what comes, what was; and its look, at their addresses."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.services import in_words, variants
from league.clubs.colours import digest_of, sample_stylesheet, stylesheet
from league.clubs.logos import CONTENT_TYPE
from league.clubs.models import Club, Logo
from league.clubs.selectors import HOUSE_RULES
from league.faces.public.club.associated import associated
from league.faces.public.club.news import newest_over, nights_of, of_the_last_day
from league.faces.public.club.next_dates import (
    coming_events,
    dates_of,
    match_days,
    next_dates,
    next_event,
)
from league.faces.public.club.playing_now import now_among, playing_now, running_among, running_at
from league.faces.public.club.present_season import present_season
from league.faces.public.events.event_cards import event_cards, with_counts
from league.faces.public.events.event_columns import events_sheet
from league.faces.public.events.outcomes import outcomes_of
from league.faces.public.keeping import with_etag
from league.faces.public.live_versions import version_of_club
from league.faces.public.visitors import Visitor, for_club
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.documents.night_deals import deals_of_last_nights
from league.play.events.models import Event, EventState, Season, Visibility
from league.play.events.selectors import events_of, listed_for
from league.play.events.states import OVER
from league.tables.highlights.selectors import Top, season_top
from league.tables.ratings.selectors import has_ratings

MOST_CURRENT = 50
MOST_SEASONS = 3
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    return with_etag(request, _club(request, club))


@for_club
def _club(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    if wanted := format_asked(request):
        sheet = events_sheet(
            club.name, events_of(club, visitor.user), full_names=visitor.sees_full_names
        )
        return spreadsheet(sheet, wanted, club.slug, "events")
    # the version first: what changes while the page is made comes by the stream
    live_version = version_of_club(club.pk)
    if request.headers.get("HX-Request") == "true" and request.GET.get("part") == "now":
        now = playing_now(club, full_names=visitor.sees_full_names)
        return render(request, "public/_playing_now.html", now)
    listed = listed_for(club, visitor.user)
    found = _found(listed)
    current = found.current(club=club.pk)
    ended = of_the_last_day(found.ended(club=club.pk))
    for event in (*current, *ended):
        event.club = club
    seasons = SEASONS(club=club.pk)
    season = present_season(seasons, timezone.localdate())
    full = visitor.sees_full_names
    running = _running(club, current, full)
    outcomes = outcomes_of([*running, *ended])
    deals = deals_of_last_nights(ended)
    context: dict[str, Any] = {
        "club": club,
        "seasons": seasons[:MOST_SEASONS],
        "top": _top(club, season, visitor) if season else None,
        "nights": nights_of(ended, full_names=full, outcomes=outcomes, deals=deals),
        "house_rules": _house_rules(club),
        **associated(club),
        "has_ratings": has_ratings(club),
        **_now_and_next(club, visitor, current, now_among(running, outcomes, full), listed),
        "live_version": live_version,
        "stream": _stream(club),
    }
    return render(request, "public/club.html", context)


def _running(club: Club, current: list[Event], full: bool) -> list[Event]:
    """Return the running events; those that were read, where these are all there are."""
    if len(current) < MOST_CURRENT:
        return running_among(current, full_names=full)
    return running_at(club, full_names=full)


def _now_and_next(
    club: Club, visitor: Visitor, current: list[Event], now: dict[str, Any], listed: Q
) -> dict[str, Any]:
    """Return what is played now, and what comes; `unlisted` is what only those who run it see."""
    coming = coming_events(current)
    is_playing = any(event.state == EventState.RUNNING for event in current)
    days = match_days(club, listed) if is_playing else []
    unlisted = [
        event
        for event in current
        if event.state == EventState.DRAFT
        or (event.state == EventState.RUNNING and event.visibility == Visibility.HIDDEN)
    ]
    next_one = None if now["live"] else next_event(club, coming, visitor)
    dates = next_dates([*dates_of(coming), *days])
    return {
        **now,
        "is_live": bool(now["live"] or now["others"] or _begins_today(coming)),
        "next_event": next_one,
        "dates": [line for line in dates if next_one is None or line.url != next_one.url],
        "unlisted": event_cards(unlisted, full_names=visitor.sees_full_names) if unlisted else [],
    }


def _top(club: Club, season: Season, visitor: Visitor) -> Top | None:
    season.club = club
    return season_top(season, visitor.user, full=visitor.sees_full_names)


def _begins_today(coming: list[Event]) -> bool:
    return any(event.starts_on <= timezone.localdate() for event in coming)


def _stream(club: Club) -> str:
    """Return the address at which what is played now is sent whenever it changes."""
    return f"/live/clubs/{club.pk}/?only=club-{club.pk}&language={get_language()}"


class FoundEvents(NamedTuple):
    """What the page of a club asks for: its events now, and those that ended last."""

    current: CompiledQuery[Event]
    ended: CompiledQuery[Event]


@cache
def _found(listed: Q) -> FoundEvents:
    """Return the queries for those who find these events in lists."""

    def events(value: Callable[[str], Any]) -> Any:
        found = Event.objects.filter(listed, club=value("club"))
        return with_counts(found.order_by("-starts_on", "-id"))

    return FoundEvents(
        CompiledQuery(lambda value: events(value).exclude(state__in=OVER)[:MOST_CURRENT]),
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
