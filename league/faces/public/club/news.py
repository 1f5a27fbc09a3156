"""What a newspaper reader wants first: who won last night, and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from league.faces.public.events.event_facts import COLUMNS, Outcomes, game_name, outcomes_of
from league.office.documents.recaps import ChosenDeal
from league.play.events.models import Event, Stage
from league.play.events.states import OVER
from league.tables.standings.models import SnapshotRow
from league.tables.standings.standings_shown import (
    name_in,
    points_label,
    ranked_by_bracket,
    ranking_figure,
)

MOST_AT_ONCE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """A row of the podium; `points` are as pages show them, in a bracket how far it came."""

    rank: int
    tied: bool
    name: str
    points: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """An event that is over, with its first places; none where it was never ranked.

    `deal` is the deal of its last night, where that was asked for.
    """

    event: Event
    on: date
    url: str
    game: str
    points_label: str
    winners: list[Winner]
    deal: ChosenDeal | None = None

    @property
    def champions(self) -> list[str]:
        """Return the names of the first place, several where it is shared."""
        return [winner.name for winner in self.winners if winner.rank == 1]


def latest_nights(events: "QuerySet[Event]", *, full_names: bool) -> list[Night]:
    """Return the events that ended on the last day on which any did, newest first.

    Three queries however many there are. `events` are those that the reader may find in lists.
    """
    return nights_of(ended_last(events), full_names=full_names)


def ended_last(events: "QuerySet[Event]") -> list[Event]:
    """Return those that ended on the last day on which any did, newest first; one query.

    Events of several clubs are given with their clubs.
    """
    return select_last_day(list(newest_over(events)))


def newest_over(events: "QuerySet[Event]") -> "QuerySet[Event]":
    """Return the events that ended last, with what is shown of them, newest first."""
    over = events.filter(state__in=OVER, finished_at__isnull=False)
    return over.only(*COLUMNS).order_by("-finished_at", "-id")[:MOST_AT_ONCE]


def select_last_day(newest: list[Event]) -> list[Event]:
    """Return of these events, newest first, those that ended on the day of the first."""
    return [item for item in newest if _day(item) == _day(newest[0])]


def nights_of(
    events: list[Event],
    *,
    full_names: bool,
    outcomes: Outcomes | None = None,
    deals: Mapping[int, Sequence[ChosenDeal]] | None = None,
) -> list[Night]:
    """Return each event with its first places; one query, unless their outcomes are known.

    `deals` are those of their nights, the last one first.
    """
    known = outcomes or outcomes_of(events)
    return [
        Night(
            event=event,
            on=_day(event),
            url=reverse("public:event", args=[event.club.slug, event.slug]),
            game=game_name(event),
            points_label="" if _is_cup(event, known) else points_label(event),
            winners=[
                _winner(row, known.deciding[event.pk], full_names)
                for row in known.first.get(event.pk, [])
            ],
            deal=next(iter((deals or {}).get(event.pk, ())), None),
        )
        for event in events
    ]


def _is_cup(event: Event, known: Outcomes) -> bool:
    return event.pk in known.deciding and ranked_by_bracket(known.deciding[event.pk])


def _winner(row: SnapshotRow, stage: Stage, full_names: bool) -> Winner:
    points, name = ranking_figure(stage, row), name_in(row, full_names)
    return Winner(rank=row.rank, tied=row.is_tied, name=name, points=points)


def _day(event: Event) -> date:
    """Return the day on which it ended, in the time in force; else its first day."""
    return timezone.localtime(event.finished_at).date() if event.finished_at else event.starts_on
