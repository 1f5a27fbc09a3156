"""What an organiser looks at first in a league of dated matches: what is overdue, what is next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from league.calendar.captains.matches import matches_at
from league.calendar.captains.selectors import MatchState, states_of
from league.calendar.match_dates.selectors import has_dates, shown_dates
from league.play.events.models import Event
from league.play.results.models import TableState
from league.play.rounds.models import RoundState, Table

MOST_DUE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class DueMatches:
    """Matches of open rounds without a result that counts, the earliest first, at most MOST_DUE.

    `overdue` should have been played by now, `overdue_count` of them in all; `coming` are next.
    """

    overdue: Sequence[MatchState]
    overdue_count: int
    coming: Sequence[MatchState]


def due_matches(event: Event, *, at: datetime) -> DueMatches | None:
    """Return what is due in an event with published dates; None for any other event."""
    if not has_dates(event):
        return None
    unsettled = Table.objects.filter(round=OuterRef("round"), number=OuterRef("number")).exclude(
        result__state=TableState.CONFIRMED
    )
    dates = shown_dates().filter(
        Exists(unsettled), round__stage__event=event, round__state=RoundState.OPEN
    )
    dates = dates.select_related("round__stage__event__club").order_by("begins_at", "pk")
    overdue, coming = dates.filter(begins_at__lte=at), dates.filter(begins_at__gt=at)
    late = list(overdue[:MOST_DUE])
    first = {(date.round_id, date.number): date for date in (*late, *coming[:MOST_DUE])}
    found = matches_at([(date.round, date.number) for date in first.values()])
    states = states_of(found, at=at, dates=first)
    return DueMatches(
        overdue=[state for state in states if state.is_overdue],
        overdue_count=overdue.count() if len(late) == MOST_DUE else len(late),
        coming=[state for state in states if not state.is_overdue],
    )
