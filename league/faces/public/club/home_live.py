"""What moves on the start page: what is played now in all clubs, and the first clubs by name."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Club
from league.faces.public.club.news import newest_over, select_last_day
from league.faces.public.events.event_facts import (
    Outcomes,
    game_name,
    outcomes_of,
    rounds_expected,
    select_card_columns,
)
from league.faces.public.events.happening_now import last_remarkable
from league.faces.public.live_versions import with_live_versions
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Event, EventState, Stage, Visibility
from league.play.events.names import stage_name
from league.play.events.selectors import public_events_in
from league.play.results.models import Submission
from league.play.rounds.clock import Clock
from league.play.rounds.models import Round, RoundState
from league.tables.standings.models import SnapshotRow
from league.tables.standings.standings_shown import name_in, points_label

# --- How running events stand: the round being played and of how many, who leads; many at once ---

# an evening is over when nothing has happened in it for so long; a round of a league that is open
# for weeks is not played now unless something happens
STILL_PLAYED = timedelta(hours=6)
MOST_LEADERS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One of the first places; `key` is the entry's, the same on every page that moves."""

    key: str
    rank: int
    tied: bool
    name: str
    points: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningEvent:
    """A running event with its present round, if it has one, of `in_all` (None: nobody knows)."""

    event: Event
    url: str
    game: str
    round: Round | None
    in_all: int | None
    stage_called: str
    leaders: list[Leader]
    points_label: str
    is_live: bool

    @property
    def moved_at(self) -> datetime | None:
        return getattr(self.round, "moved_at", None)

    @property
    def clock(self) -> Clock | None:
        return getattr(self.round, "clock", None)

    @property
    def tables(self) -> tuple[int, int] | None:
        """How many tables of the present round are done, and how many it has."""
        round_: Any = self.round
        return (round_.tables_done, round_.tables_in_all) if round_ else None

    @property
    def is_open(self) -> bool:
        return self.round is not None and self.round.state == RoundState.OPEN


def running_events(
    events: Sequence[Event], outcomes: Outcomes, *, full_names: bool
) -> list[RunningEvent]:
    """Return these running events as they stand, in their order; no query more.

    They were loaded as for their cards, with their clubs. The present time zone says what today is.
    """
    now = timezone.now()
    return [_running(event, outcomes, now, full_names) for event in events]


def _running(event: Event, outcomes: Outcomes, now: datetime, full_names: bool) -> RunningEvent:
    stages, round_ = outcomes.stages.get(event.pk, []), outcomes.present.get(event.pk)
    rows = outcomes.leading.get(event.pk, [])
    return RunningEvent(
        event=event,
        url=reverse("public:event", args=[event.club.slug, event.slug]),
        game=game_name(event),
        round=round_,
        in_all=_in_all(event, stages, round_),
        stage_called=stage_name(round_.stage) if round_ and len(stages) > 1 else "",
        leaders=_leaders(rows, full_names),
        points_label=points_label(event),
        is_live=_is_live(event, round_, now),
    )


def _in_all(event: Event, stages: Sequence[Stage], round_: Round | None) -> int | None:
    if round_ is None:
        return None
    of_stage = rounds_expected(event, stages).get(round_.stage_id)
    return max(of_stage, round_.number) if of_stage else None


def _whole_places(rows: Sequence[SnapshotRow]) -> list[SnapshotRow]:
    """Return who has the first places; nobody of a place that more share than are shown."""
    shown: list[SnapshotRow] = []
    for _rank, level in groupby(rows, key=lambda row: row.rank):
        together = [*shown, *level]
        if len(together) > MOST_LEADERS:
            break
        shown = together
    return shown


def _leaders(rows: Sequence[SnapshotRow], full_names: bool) -> list[Leader]:
    """Return the first places; none in groups, where each has its own."""
    if len({row.group for row in rows}) > 1:
        return []
    return [
        Leader(
            key=f"leader-{row.entry_id}",
            rank=row.rank,
            tied=row.is_tied,
            name=name_in(row, full_names),
            points=row.points.normalize() if row.points else 0,
        )
        for row in _whole_places(rows)
    ]


def _is_live(event: Event, round_: Round | None, now: datetime) -> bool:
    if round_ is None:
        return False
    moved_at: datetime | None = round_.moved_at  # type: ignore[attr-defined]
    is_today = event.starts_on == timezone.localdate(now)
    return is_today or (moved_at is not None and now - moved_at < STILL_PLAYED)


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


# --- What is played at a club now: live events with who leads, and others that run ---

# with who leads; further ones are lines among the others that run
MOST_LIVE_OF_CLUB = 4
MOST_RUNNING_OF_CLUB = 30

FOR_EVERYBODY = Q(visibility=Visibility.PUBLIC)
FOR_MEMBERS = ~Q(visibility=Visibility.HIDDEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent:
    """An event of tonight: how it stands, its clock if there is one, and its tables' progress.

    `tables` are those done in the present round, and all of it.
    """

    running: RunningEvent
    clock: Clock | None
    tables: tuple[int, int]

    @property
    def round_url(self) -> str:
        event, round = self.running.event, self.running.round
        assert round is not None, "what is live has a round"  # noqa: S101
        address = [event.club.slug, event.slug, round.stage.number, round.number]
        return reverse("public:round", args=address)


def _running_of(listed: Q) -> "CompiledQuery[Event]":
    return CompiledQuery(
        lambda value: select_card_columns(
            Event.objects.filter(listed, club=value("club"), state=EventState.RUNNING)
        ).order_by("-starts_on", "-id")[:MOST_RUNNING_OF_CLUB]
    )


RUNNING = {False: _running_of(FOR_EVERYBODY), True: _running_of(FOR_MEMBERS)}


def playing_now(club: Club, *, full_names: bool) -> dict[str, Any]:
    """Return what `public/_playing_now.html` needs; as many queries for many events as for one.

    With `full_names` it is for the club's own people, who see its events for members too; what
    only directors see is on nobody's page here, so that one rendering is right for all of them.
    """
    events = running_at(club, full_names=full_names)
    return {"club": club, **now_among(events, outcomes_of(events), full_names)}


def running_at(club: Club, *, full_names: bool) -> list[Event]:
    """Return the running events of a club that these readers find in lists; one query."""
    events = RUNNING[full_names](club=club.pk)
    for event in events:
        event.club = club
    return events


def running_among(events: Sequence[Event], *, full_names: bool) -> list[Event]:
    """Return of a club's events, the newest first, those that `playing_now` reads."""
    seen = [
        event
        for event in events
        if event.state == EventState.RUNNING and _is_for(event, full_names)
    ]
    return seen[:MOST_RUNNING_OF_CLUB]


def _is_for(event: Event, full_names: bool) -> bool:
    if full_names:
        return event.visibility != Visibility.HIDDEN
    return event.visibility == Visibility.PUBLIC


def now_among(
    events: Sequence[Event],
    outcomes: Outcomes,
    full_names: bool,
    deals: Mapping[int, Submission] | None = None,
) -> dict[str, Any]:
    """Return what `public/_playing_now.html` needs beside the club, of events that were read.

    `deals` are those that were remarkable, where they were read.
    """
    running = running_events(events, outcomes, full_names=full_names) if events else []
    live = _moved_last([one for one in running if one.is_live])
    shown = {one.event.pk: one.event for one in live}
    return {
        "live": _with_progress(live),
        "others": [one for one in running if one.event.pk not in shown],
        "remarkable": last_remarkable([*shown.values()], deals, public=not full_names)
        if shown
        else None,
    }


def _moved_last(live: Sequence[RunningEvent]) -> list[RunningEvent]:
    """Return those in which something happened last, in the order in which they came."""
    moved = sorted(live, key=lambda one: (one.moved_at is not None, one.moved_at), reverse=True)
    kept = {one.event.pk for one in moved[:MOST_LIVE_OF_CLUB]}
    return [one for one in live if one.event.pk in kept]


def _with_progress(live: Sequence[RunningEvent]) -> list[LiveEvent]:
    return [
        LiveEvent(running=one, clock=one.clock, tables=one.tables)
        for one in live
        if one.tables is not None
    ]
