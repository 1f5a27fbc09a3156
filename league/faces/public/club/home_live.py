"""What moves on the start page: what is played now in all clubs, and the first clubs by name."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet, Value
from django.utils import timezone

from league.clubs.models import Club
from league.faces.public.club.news import newest_over, select_last_day
from league.faces.public.club.running_events import RunningEvent, running_events
from league.faces.public.events.event_cards import select_card_columns
from league.faces.public.events.outcomes import Outcomes, outcomes_of
from league.faces.public.live_versions import with_live_versions
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, EventState, Visibility
from league.play.events.selectors import public_events_in
from league.play.rounds.models import Round, RoundState

CLUBS_A_PAGE = 50
MOST_LIVE = 6
MOST_RUNNING = 3
MOST_COMING = 6
# the rounds opened last, whose clubs are shown
ROUNDS_LOOKED_AT = 60
OPENED_WITHIN = timedelta(hours=12)


def clubs_by_name() -> "QuerySet[Club]":
    """Return the clubs by name, with how many of their events are running and coming."""
    return Club.objects.annotate(
        running=public_events_in(EventState.RUNNING), coming=public_events_in(EventState.OPEN)
    ).order_by("name", "id")


def public_events() -> "QuerySet[Event]":
    return Event.objects.filter(visibility=Visibility.PUBLIC).select_related("club")


FIRST_CLUBS = CompiledQuery(lambda _value: clubs_by_name()[: CLUBS_A_PAGE + 1])
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


def _shown(events: "QuerySet[Event]", part: str) -> "QuerySet[Event]":
    return with_live_versions(select_card_columns(events)).annotate(part=Value(part))


def _played(value: Callable[[str], Any]) -> "QuerySet[Event]":
    """Return these events and the newest ones that run."""
    running = public_events().filter(state=EventState.RUNNING).order_by("-starts_on", "-id")
    these = public_events().filter(pk__any_of=value("events"))
    newest = _shown(running[: MOST_RUNNING + MOST_LIVE], PLAYED)
    return _shown(these, PLAYED).union(newest, all=True)


def _on_front_page(value: Callable[[str], Any]) -> "QuerySet[Event]":
    """Return what `_played` does, the events that come next, and those that ended last."""
    coming = public_events().filter(state=EventState.OPEN, starts_on__gte=value("today"))
    next_ones = _shown(coming.order_by("starts_on", "id")[:MOST_COMING], COMING)
    ended = _shown(newest_over(public_events()), ENDED)
    return _played(value).union(next_ones, ended, all=True)


PLAYED, COMING, ENDED = "played", "coming", "ended"
PLAYED_EVENTS = CompiledQuery(_played)
EVENTS_ON_FRONT_PAGE = CompiledQuery(_on_front_page)


@dataclass(frozen=True, slots=True)
class PlayedNow:
    """The events that may be shown, and which of them have a round opened lately, newest first."""

    events: Sequence[Event]
    opened: Sequence[int]


def played_now() -> PlayedNow:
    """Return what may be shown as played now, with what its pages show; two queries."""
    opened = _opened_lately()
    return _played_of(PLAYED_EVENTS(events=opened), opened)


def _played_of(events: Iterable[Event], opened: Sequence[int]) -> PlayedNow:
    once = {event.pk: event for event in events}
    return PlayedNow([*once.values()], opened)


@dataclass(frozen=True, slots=True)
class FrontPage:
    """What is played now, the events that come next, and those that ended last."""

    played: PlayedNow
    coming: Sequence[Event]
    ended: list[Event]


def events_on_front_page() -> FrontPage:
    """Return the events of all clubs that the front page shows; two queries."""
    opened = _opened_lately()
    events: dict[str, list[Event]] = {PLAYED: [], COMING: [], ENDED: []}
    for event in EVENTS_ON_FRONT_PAGE(events=opened, today=timezone.localdate()):
        events[event.part].append(event)  # type: ignore[attr-defined]
    played = _played_of(events[PLAYED], opened)
    return FrontPage(played, events[COMING], select_last_day(events[ENDED]))


def version_of_front(played: PlayedNow, clubs: Iterable[Club]) -> int:
    """Return a number that is another one whenever what is shown of these has changed.

    It is no count: what is played by so many clubs has none that is read in a moment.
    """
    events = sorted((event.pk, event.live_versions) for event in played.events)  # type: ignore[attr-defined]
    return zlib.crc32(repr((events, _counts(clubs))).encode())


def version_of_clubs(clubs: Iterable[Club]) -> int:
    """Return such a number for a further page, which has its clubs alone."""
    return zlib.crc32(repr(_counts(clubs)).encode())


def _counts(clubs: Iterable[Club]) -> list[tuple[int, int, int]]:
    return [(club.pk, club.running, club.coming) for club in clubs]  # type: ignore[attr-defined]


def home_live(played: PlayedNow, outcomes: Outcomes) -> dict[str, Any]:
    """Return what `public/_home_live.html` needs; as many queries for many events as for one."""
    running = running_events(played.events, outcomes, full_names=False)
    return {
        "live": _live_clubs(running, played.opened),
        "running": [one for one in running if not one.is_live][:MOST_RUNNING],
    }


def present_version() -> int:
    return version_of_front(played_now(), first_clubs())


def first_clubs() -> list[Club]:
    return FIRST_CLUBS()[:CLUBS_A_PAGE]


def clubs_of_page(number: int) -> list[Club]:
    """Return the clubs of a page of the list, none behind its end; one query."""
    return list(clubs_by_name()[CLUBS_A_PAGE * (number - 1) : CLUBS_A_PAGE * number])


def further_parts(page: int) -> tuple[int, dict[str, tuple[str, dict[str, Any]]]]:
    """Return of a further page what `front_parts` returns of the first; nothing behind the last."""
    clubs = clubs_of_page(page)
    parts = {"clubs": ("public/_club_rows.html", {"clubs": clubs})} if clubs else {}
    return version_of_clubs(clubs), parts


def front_parts() -> tuple[int, dict[str, tuple[str, dict[str, Any]]]]:
    """Return the version of what moves, and of each part its template and what that needs."""
    played, clubs = played_now(), first_clubs()
    now = home_live(played, outcomes_of(played.events))
    return version_of_front(played, clubs), {
        "front": ("public/_home_live.html", now),
        "clubs": ("public/_club_rows.html", {"clubs": clubs}),
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


def _live_clubs(running: list[RunningEvent], opened: Sequence[int]) -> list[ClubLive]:
    """Return the clubs that play, those in which a round was opened last first."""
    places = {event: place for place, event in enumerate(opened)}
    by_club: dict[int, list[RunningEvent]] = {}
    for one in sorted(running, key=lambda one: places.get(one.event.pk, len(places))):
        if one.is_live:
            by_club.setdefault(one.event.club_id, []).append(one)
    shown = [(max(live, key=_size), len(live) - 1) for live in [*by_club.values()][:MOST_LIVE]]
    return [ClubLive(running=one, tables=one.tables, more=more) for one, more in shown]


def _size(one: RunningEvent) -> int:
    return int(one.event.taking_part)  # type: ignore[attr-defined]
