"""What time alone brings about: line-ups that are due, requests overdue, results missing."""

from datetime import datetime, timedelta

from django.db.models import Count, QuerySet

from league.calendar.captains.matches import match_at
from league.calendar.captains.models import LineUp
from league.calendar.captains.services.ending_leagues import end_leagues
from league.calendar.captains.services.line_ups import seat_due_line_up
from league.calendar.captains.services.postponing import mark_overdue
from league.calendar.captains.services.walkovers import find_walkovers
from league.calendar.match_dates.models import NEVER_DATED, DateState, MatchDate
from league.foundation.journal.actor import SYSTEM
from league.play.events.models import EventState
from league.play.rounds.models import Round, RoundState


def sweep_matches(*, at: datetime) -> None:
    """Do what is due at a moment; twice changes nothing."""
    for round_id, number in sorted({*_matches_with_due_line_ups(at), *_matches_to_seat_again()}):
        round = Round.objects.select_related("stage__event__club").get(pk=round_id)
        seat_due_line_up(match=match_at(round, number), actor=SYSTEM, at=at)
    mark_overdue(at=at)
    find_walkovers(at=at)
    end_leagues(at=at)


def _matches_with_due_line_ups(at: datetime) -> list[tuple[int, int]]:
    """Return round and number of matches with line-ups to be seated; two queries."""
    waiting = _not_seated().filter(round__stage__match_rules__lineup_days__isnull=False)
    rows = waiting.values_list(
        "round", "number", "round__deadline", "round__stage__match_rules__lineup_days"
    )
    dates = MatchDate.objects.filter(round__in=waiting.values("round"))
    dates = dates.exclude(state=DateState.DRAFT).exclude(NEVER_DATED)
    played_at = {(row.round_id, row.number): row.begins_at for row in dates}
    due = {
        (round, number)
        for round, number, deadline, days in rows
        if (plays_at := played_at.get((round, number), deadline)) is not None
        and plays_at - timedelta(days=days or 0) <= at
    }
    return sorted(due)


def _matches_to_seat_again() -> list[tuple[int, int]]:
    """Return matches with both line-ups, not seated since their table was changed; one query."""
    rows = _not_seated().values_list("round", "number").annotate(sides=Count("pk"))
    return [(round, number) for round, number, _sides in rows.filter(sides=2)]


def _not_seated() -> "QuerySet[LineUp]":
    rows = LineUp.objects.filter(seated_at__isnull=True, refused="")
    running = rows.filter(round__stage__event__state=EventState.RUNNING)
    return running.exclude(round__state=RoundState.CLOSED)
