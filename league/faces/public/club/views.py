"""The home of a club: what is played, what comes, what was; and its look, at their addresses."""

from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.services import render_sentence, variants
from league.clubs.colours import digest_of, sample_stylesheet, stylesheet
from league.clubs.logos import CONTENT_TYPE
from league.clubs.models import Club, Logo
from league.faces.public.club.associated import associated
from league.faces.public.club.club_home import (
    HOME_AT,
    MOST_CURRENT,
    events_on_page,
    house_rules_on_page,
    seasons_on_page,
)
from league.faces.public.club.news import nights_of
from league.faces.public.club.next_dates import (
    coming_events,
    dates_of,
    match_days,
    next_dates,
    next_event,
)
from league.faces.public.club.playing_now import now_among, playing_now, running_among, running_at
from league.faces.public.club.present_season import present_season
from league.faces.public.events.event_cards import event_cards
from league.faces.public.events.event_columns import events_sheet
from league.faces.public.events.outcomes import outcomes_of
from league.faces.public.keeping import add_etag
from league.faces.public.visitors import Visitor, for_club_of
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.office.documents.night_deals import describe_deals, last_nights
from league.play.events.models import Event, EventState, Visibility
from league.play.events.selectors import events_of, listed_for
from league.tables.highlights.selectors import (
    deals_with_people,
    first_of_season,
    remarkable_of,
    top_of,
)

MOST_SEASONS = 3
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _club(request, club))


@for_club_of(HOME_AT)
def _club(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    if wanted := format_asked(request):
        sheet = events_sheet(
            club.name, events_of(club, visitor.user), full_names=visitor.sees_full_names
        )
        return spreadsheet(sheet, wanted, club.slug, "events")
    if request.headers.get("HX-Request") == "true" and request.GET.get("part") == "now":
        now = playing_now(club, full_names=visitor.sees_full_names)
        return render(request, "public/_playing_now.html", now)
    seasons = seasons_on_page(club)
    season = present_season(seasons, timezone.localdate())
    first = first_of_season(season) if season else None
    listed, full = listed_for(club, visitor.user), visitor.sees_full_names
    events = events_on_page(club, listed, first.events if first else [])
    running = _running(club, events.current, full)
    outcomes = outcomes_of([*running, *events.ended])
    nights = last_nights(events.ended)
    night_deals = [submission for chosen in nights.values() for _day, submission in chosen]
    deals = deals_with_people([*night_deals, *remarkable_of(running)])
    now = now_among(running, outcomes, full, deals)
    context: dict[str, Any] = {
        "club": club,
        "seasons": seasons[:MOST_SEASONS],
        "top": top_of(season, first, full=full)
        if season and first and not events.hides_a_night
        else None,
        "nights": nights_of(
            events.ended, full_names=full, outcomes=outcomes, deals=describe_deals(nights, deals)
        ),
        "house_rules": _house_rules(club),
        **associated(club),
        "has_ratings": club.has_ratings,  # type: ignore[attr-defined]
        **_now_and_next(club, visitor, events.current, now, listed),
        "live_version": club.live_version,  # type: ignore[attr-defined]
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


def _begins_today(coming: list[Event]) -> bool:
    return any(event.starts_on <= timezone.localdate() for event in coming)


def _stream(club: Club) -> str:
    """Return the address at which what is played now is sent whenever it changes."""
    return f"/live/clubs/{club.pk}/?only=club-{club.pk}&language={get_language()}"


def _house_rules(club: Club) -> list[dict[str, Any]]:
    games = {info.id: render_sentence(info.label) for info in variants()}
    return [
        {"rules": house_rules, "game": games.get(house_rules.variant, house_rules.variant)}
        for house_rules in house_rules_on_page(club)
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
