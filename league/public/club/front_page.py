"""The start page: what is played now in all clubs, the clubs to search, what comes, the games."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.services import in_words, variants
from league.clubs.models import Club
from league.compiled_queries import CompiledQuery
from league.events.models import Event, EventState, Visibility
from league.events.selectors import public_events_in
from league.public.club.news import newest_over, nights_of, of_the_last_day
from league.public.club.next_dates import dates_of
from league.public.club.running_events import RunningEvent, running_events
from league.public.events.event_cards import with_counts
from league.public.events.outcomes import outcomes_of
from league.public.keeping import with_etag
from league.public.page_numbers import page_of
from league.public.rounds.live_tables import tables_done
from league.public.rules.options_shown import players_in_words
from league.rounds.models import Round, RoundState

CLUBS_A_PAGE = 50
MOST_LIVE = 6
MOST_RUNNING = 3
MOST_COMING = 6
# the rounds opened last, whose clubs are shown
ROUNDS_LOOKED_AT = 60
OPENED_WITHIN = timedelta(hours=12)
LONGEST_SEARCH = 80
MOST_WORDS = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    words = _words(request)
    if words:
        page = page_of(request, _clubs().filter(_has_all(words)), CLUBS_A_PAGE)
    else:
        page = page_of(request, _clubs(), CLUBS_A_PAGE, first=FIRST_CLUBS)
    context: dict[str, Any] = {"page": page, "searched": " ".join(words)}
    if page.number == 1 and not words:
        context |= _played() | {"games": _games()}
    return with_etag(request, render(request, "public/home.html", context))


def _words(request: HttpRequest) -> list[str]:
    return request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split()[:MOST_WORDS]


def _has_all(words: list[str]) -> Q:
    """Say that a club has each word in its name or in where it plays."""
    found = Q()
    for word in words:
        found &= Q(name__icontains=word) | Q(where_we_play__icontains=word)
    return found


def _clubs() -> "QuerySet[Club]":
    """Return the clubs by name, with how many of their events are running and coming."""
    return Club.objects.annotate(
        running=public_events_in(EventState.RUNNING), coming=public_events_in(EventState.OPEN)
    ).order_by("name", "id")


def _of_all_clubs() -> "QuerySet[Event]":
    return Event.objects.filter(visibility=Visibility.PUBLIC).select_related("club")


FIRST_CLUBS = CompiledQuery(lambda _value: _clubs()[: CLUBS_A_PAGE + 1])
# of the rounds that anybody may see being played, those opened last: (event, club)
OPENED: "CompiledQuery[tuple[int, int]]" = CompiledQuery(
    lambda value: (
        Round.objects.filter(
            state=RoundState.OPEN,
            opened_at__gte=value("since"),
            stage__event__state=EventState.RUNNING,
            stage__event__visibility=Visibility.PUBLIC,
        )
        .order_by("-opened_at", "-id")
        .values_list("stage__event_id", "stage__event__club_id")[:ROUNDS_LOOKED_AT]
    )
)
THESE: CompiledQuery[Event] = CompiledQuery(
    lambda value: with_counts(_of_all_clubs().filter(pk__among=value("events")))
)
# the newest events that run, those that come next, and those that ended last, of all clubs
RUNNING: CompiledQuery[Event] = CompiledQuery(
    lambda _value: with_counts(_of_all_clubs().filter(state=EventState.RUNNING)).order_by(
        "-starts_on", "-id"
    )[: MOST_RUNNING + MOST_LIVE]
)
COMING: CompiledQuery[Event] = CompiledQuery(
    lambda value: with_counts(
        _of_all_clubs().filter(state=EventState.OPEN, starts_on__gte=value("today"))
    ).order_by("starts_on", "id")[:MOST_COMING]
)
ENDED = CompiledQuery(lambda _value: newest_over(_of_all_clubs()))


def _played() -> dict[str, Any]:
    """Return what is played, comes and ended last in all clubs; as many queries for many."""
    opened = _opened_lately()
    events = {event.pk: event for event in (*THESE(events=opened), *RUNNING())}
    ended = of_the_last_day(ENDED())
    outcomes = outcomes_of([*events.values(), *ended])
    running = running_events(list(events.values()), outcomes, full_names=False)
    coming = COMING(today=timezone.localdate())
    return {
        "live": _live_clubs(running, opened),
        "running": [one for one in running if not one.is_live][:MOST_RUNNING],
        "coming": dates_of(coming, with_club=True),
        "nights": nights_of(ended, full_names=False, outcomes=outcomes),
    }


def _opened_lately() -> list[int]:
    """Return the events of the first clubs in which a round was opened lately, newest first."""
    by_club: dict[int, list[int]] = {}
    for event, club in OPENED(since=timezone.now() - OPENED_WITHIN):
        if club in by_club or len(by_club) < MOST_LIVE:
            by_club.setdefault(club, []).append(event)
    return [event for events in by_club.values() for event in dict.fromkeys(events)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLive:
    """The largest event that a club plays now, and how many `more` it plays.

    `tables` are those done in the present round, and all of it.
    """

    running: RunningEvent
    tables: tuple[int, int] | None
    more: int


def _live_clubs(running: list[RunningEvent], opened: list[int]) -> list[ClubLive]:
    """Return the clubs that play, those in which a round was opened last first; one query."""
    places = {event: place for place, event in enumerate(opened)}
    by_club: dict[int, list[RunningEvent]] = {}
    for one in sorted(running, key=lambda one: places.get(one.event.pk, len(places))):
        if one.is_live:
            by_club.setdefault(one.event.club_id, []).append(one)
    shown = [(max(live, key=_size), len(live) - 1) for live in [*by_club.values()][:MOST_LIVE]]
    done = tables_done([one.round.pk for one, _more in shown if one.round])
    return [
        ClubLive(running=one, tables=done.get(one.round.pk) if one.round else None, more=more)
        for one, more in shown
    ]


def _size(one: RunningEvent) -> int:
    return int(one.event.taking_part)  # type: ignore[attr-defined]


def _games() -> list[dict[str, str]]:
    return [
        {
            "id": info.id,
            "label": in_words(info.label),
            "players": players_in_words(info.seats),
        }
        for info in variants()
    ]
