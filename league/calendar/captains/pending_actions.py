"""What captains owe, and until when: a line-up, an answer to proposed dates, a confirmation."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import (
    Case,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from league.calendar.captains.line_up_facts import line_ups_of
from league.calendar.captains.matches import Match, is_untouched, side_at
from league.calendar.captains.models import Outcome, Postponement
from league.calendar.match_dates.models import (
    NEVER_DATED,
    DateProposal,
    DateState,
    MatchDate,
    ProposalState,
)
from league.play.events.models import EntryKind, EventState
from league.play.results.models import LIVE, Submission, SubmissionState, TableState
from league.play.rounds.models import Room, RoundState, Table

A_DAY = Value(timedelta(days=1))


class PendingAction(NamedTuple):
    """Something is owed in a match until a moment."""

    round: int
    number: int
    due: datetime


def line_ups_due(after: datetime, until: datetime) -> list[PendingAction]:
    """Return the matches whose line-ups are due after one moment and until another; one query."""
    played = Q(result=None) | Q(result__state=TableState.WAITING)
    rows = _tables().filter(played, round__stage__match_rules__lineup_days__isnull=False)
    rows = rows.exclude(room=Room.CLOSED)
    rows = rows.filter(round__stage__event__entry_kind=EntryKind.TEAM)
    due = F("plays_at") - _days("round__stage__match_rules__lineup_days")
    return _due(rows, due, after, until)


def answers_due(after: datetime, until: datetime) -> list[PendingAction]:
    """Return the matches of which a date is to be agreed on in that time; one query."""
    waiting = Postponement.objects.filter(
        outcome=Outcome.OPEN,
        decide_by__gt=after,
        decide_by__lte=until,
        match_date__round__stage__event__state=EventState.RUNNING,
    )
    rows = waiting.order_by("pk").values_list(
        "match_date__round_id", "match_date__number", "decide_by"
    )
    return [PendingAction(*row) for row in rows]


def confirmations_due(after: datetime, until: datetime) -> list[PendingAction]:
    """Return the matches whose result was to be confirmed in that time, and is not; one query.

    The days to confirm are counted from the match, or from when its result was entered later.
    """
    entered = Submission.objects.filter(
        table__round=OuterRef("round"), table__number=OuterRef("number"), state__in=LIVE
    )
    rows = _tables().filter(
        result__state=TableState.ENTERED, round__stage__match_rules__confirm_days__isnull=False
    )
    newest = Subquery(entered.order_by("-submitted_at").values("submitted_at")[:1])
    rows = rows.annotate(since=Greatest("plays_at", newest, output_field=DateTimeField()))
    due = F("since") + _days("round__stage__match_rules__confirm_days")
    return _due(rows, due, after, until)


def _tables() -> "QuerySet[Table]":
    """Return the tables of matches that captains may know of, with when each is played."""
    dated = MatchDate.objects.filter(round=OuterRef("round"), number=OuterRef("number"))
    dated = dated.exclude(state=DateState.DRAFT).exclude(NEVER_DATED)
    day = Subquery(dated.values("begins_at")[:1])
    known = Q(round__state=RoundState.OPEN) | (Q(round__state=RoundState.DRAWN) & Exists(dated))
    rows = Table.objects.filter(known, round__stage__event__state=EventState.RUNNING)
    return rows.annotate(plays_at=Case(When(Exists(dated), then=day), default="round__deadline"))


def _days(field: str) -> Combinable:
    return ExpressionWrapper(F(field) * A_DAY, output_field=DurationField())


def _due(
    rows: "QuerySet[Table]", due: Combinable, after: datetime, until: datetime
) -> list[PendingAction]:
    found = rows.annotate(due=ExpressionWrapper(due, output_field=DateTimeField()))
    found = found.filter(due__gt=after, due__lte=until)
    return [
        PendingAction(*row) for row in sorted(set(found.values_list("round_id", "number", "due")))
    ]


# Who owes it.


def sides_without_line_up(match: Match) -> list[int]:
    """Return the sides (0, 1) of a match that have no line-up yet; none once it is played."""
    if not is_untouched(match):
        return []
    return sorted({0, 1} - set(line_ups_of(match)))


def sides_to_answer(match: Match) -> list[int]:
    """Return the sides to which dates are proposed that they have not answered."""
    waiting = DateProposal.objects.filter(
        match_date__round=match.round, match_date__number=match.number, state=ProposalState.OPEN
    )
    return sorted({1 - side for side in waiting.values_list("by_side", flat=True)})


def sides_to_confirm(match: Match) -> list[int]:
    """Return the sides that have not confirmed what the other one entered."""
    found = {side for table in match.tables for side in _to_confirm(table)}
    return sorted(found)


def _to_confirm(table: Table) -> Iterable[int]:
    waiting = Submission.objects.filter(table=table, state=SubmissionState.SUBMITTED)
    entered_by = set(waiting.values_list("by_side", flat=True))
    return {side_at(table, 1 - side) for side in entered_by if side is not None}


def entered_at(tables: Iterable[Table]) -> dict[int, datetime]:
    """Return by table when its newest result was entered; a table without one is not there."""
    entered = Submission.objects.filter(table__in=tables, state__in=LIVE)
    newest = entered.values("table").order_by("table").annotate(newest=Max("submitted_at"))
    return dict(newest.values_list("table", "newest"))
