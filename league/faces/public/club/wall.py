"""The page for the wall of a club's room: all that concerns everybody there, one thing at a time.

Tables and standings of what is played now, the deal of the night, the season, the last winners and
the next dates. Each is a slide; wall.js turns them, and the club's stream refreshes them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.wording import join_sentences
from league.clubs.models import Club, User
from league.faces.public.club.club_home import (
    coming_events,
    dates_of,
    match_days_of,
    next_dates,
    present_season,
)
from league.faces.public.club.home_live import (
    FOR_EVERYBODY,
    FOR_MEMBERS,
    LiveEvent,
    now_among,
    running_at,
)
from league.faces.public.club.news import newest_over, nights_of, select_last_day
from league.faces.public.events.event_facts import (
    COLUMNS,
    Outcomes,
    outcomes_of,
    select_card_columns,
)
from league.faces.public.events.screen import standings_on_screen, tables_on_screen
from league.faces.public.live_versions import version_of_club
from league.faces.public.page_cache import add_etag
from league.faces.public.pictures.links import has_bracket
from league.faces.public.rounds.rounds_shown import event_stages
from league.faces.public.visitors import EventPage, Visitor, pass_club
from league.foundation.embedding import absolute
from league.foundation.qr_codes import qr_svg
from league.office.documents.recaps import deals_of_last_nights, event_recaps
from league.play.events.models import Event, EventState
from league.play.events.selectors import seasons_of
from league.tables.highlights.selectors import season_top

# so much is read from four metres
TABLES_A_SLIDE, MOST_TABLE_SLIDES, ROWS = 8, 4, 16
MOST_COMING = 50

Slide = dict[str, Any]


@require_safe
def wall(request: HttpRequest, club: str) -> HttpResponse:
    """The page for a television: all of it, or the slides alone for live.js and wall.js."""
    return add_etag(request, _wall(request, club))


@pass_club
def _wall(request: HttpRequest, club: Club, visitor: Visitor) -> HttpResponse:
    # the version first: what changes while the slides are made comes by the stream
    version = version_of_club(club.pk)
    context = slides_of(club, full_names=visitor.sees_full_names)
    if request.headers.get("HX-Request") == "true":
        return render(request, "public/_wall.html", context)
    address = absolute(reverse("public:club", args=[club.slug]))
    more = {"live_version": version, "language": get_language(), "qr": qr_svg(address)}
    return render(request, "public/wall.html", context | more | {"url": address})


def slides_of(club: Club, *, full_names: bool) -> dict[str, Any]:
    """Return what `public/_wall.html` needs, for everybody or for the club's own people.

    As many queries for large events as for small ones; some for each event that is played now.
    """
    running, ended = running_at(club, full_names=full_names), _ended(club, full_names)
    outcomes = outcomes_of([*running, *ended])
    now = now_among(running, outcomes, full_names)
    slides: list[Slide] = []
    for one in now["live"]:
        slides += _played(one, full_names)
    slides += _remarkable(now, ended)
    slides += _season(club)
    slides += _winners(ended, outcomes, full_names)
    slides += _dates(club, full_names)
    return {"club": club, "slides": slides}


def _played(one: LiveEvent, full_names: bool) -> Iterator[Slide]:
    """Yield the tables of an event that is played now, so many a slide, and its standings."""
    event, round_ = one.running.event, one.running.round
    if round_ is None:
        return
    page = EventPage(event, Visitor(User(), sees_full_names=full_names))
    head = {"event": event, "round": round_, "clock": one.clock}
    stages = event_stages(event)
    found = tables_on_screen(page, round_)
    tables = found["tables"][: TABLES_A_SLIDE * MOST_TABLE_SLIDES]
    of_round = head | {"done": found["done"], "total": found["total"]}
    for number in range(0, len(tables), TABLES_A_SLIDE):
        yield of_round | {
            "kind": "tables",
            "key": f"tables-{event.pk}-{number}",
            "tables": tables[number : number + TABLES_A_SLIDE],
        }
    if not has_bracket(round_.stage):
        shown = standings_on_screen(page, stages, round_, rows=ROWS)
        if shown["standings"]:
            yield of_round | shown | {"kind": "standings", "key": f"standings-{event.pk}"}


def _remarkable(now: dict[str, Any], ended: Sequence[Event]) -> Iterator[Slide]:
    """Yield the last remarkable deal of what is played now, else the deal of the last night."""
    if now["remarkable"]:
        deal = now["remarkable"]
        yield {"kind": "remarkable", "key": f"deal-{deal['id']}", "deal": deal}
    elif not now["live"]:
        deals = deals_of_last_nights(ended[:1])
        for event in ended[:1]:
            for chosen in deals[event.pk][:1]:
                yield {
                    "kind": "deal",
                    "key": f"deal-{chosen.submission}",
                    "deal": chosen.deal,
                    "event": event,
                    "day": chosen.day,
                }


def _season(club: Club) -> Iterator[Slide]:
    season = present_season(list(seasons_of(club).select_related("top")), timezone.localdate())
    if season is not None:
        season.club = club
        top = season_top(season, AnonymousUser(), full=False)
        if top is not None:
            yield {"kind": "season", "key": f"season-{season.pk}", "top": top}


def _winners(ended: Sequence[Event], outcomes: Outcomes, full_names: bool) -> Iterator[Slide]:
    """Yield the recaps of the events that ended last, a slide each."""
    recaps = event_recaps(ended)
    for night in nights_of(list(ended), full_names=full_names, outcomes=outcomes):
        if night.winners:
            yield {
                "kind": "winners",
                "key": f"winners-{night.event.pk}",
                "night": night,
                "recap": join_sentences(recaps[night.event.pk].sentences),
            }


def _dates(club: Club, full_names: bool) -> Iterator[Slide]:
    listed = FOR_MEMBERS if full_names else FOR_EVERYBODY
    rows = select_card_columns(Event.objects.filter(listed, club=club, state=EventState.OPEN))
    coming = _of_club(rows.order_by("starts_on", "id")[:MOST_COMING], club)
    dates = next_dates([*dates_of(coming_events(coming)), *match_days_of(club, listed)])
    if dates:
        yield {"kind": "dates", "key": "dates", "dates": dates}


def _ended(club: Club, full_names: bool) -> list[Event]:
    listed = FOR_MEMBERS if full_names else FOR_EVERYBODY
    newest = newest_over(Event.objects.filter(listed, club=club))
    columns = (*COLUMNS, "season__top__first", "highlights__nights", "highlights__recap")
    loaded = newest.only(*columns).select_related("season__top", "highlights")
    return select_last_day(_of_club(loaded, club))


def _of_club(events: "QuerySet[Event]", club: Club) -> list[Event]:
    found = list(events)
    for event in found:
        event.club = club
    return found
