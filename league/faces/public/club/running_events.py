"""How running events stand: the round being played and of how many, who leads; many at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils import timezone

from league.faces.public.events.event_cards import game_name, rounds_expected
from league.faces.public.events.outcomes import Outcomes
from league.play.events.models import Event, Stage
from league.play.events.names import stage_name
from league.play.rounds.clock import Clock
from league.play.rounds.models import Round, RoundState
from league.tables.standings.models import SnapshotRow
from league.tables.standings.standings_shown import name_in, points_label

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
