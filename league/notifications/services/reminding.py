"""Reminders of the clock: a deadline is near, a match is overdue. Each is told once."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from league.events.models import EventState
from league.notifications import selectors
from league.notifications.concerning import Told
from league.notifications.models import Notification, Reminder
from league.notifications.needed import seconds_of
from league.notifications.services.telling import notify
from league.notifications.topics import What
from league.rounds.models import Round, RoundState, Table

# so long before a deadline those who have not played are reminded
NEAR = timedelta(days=2)
# who was told of the match and its deadline so shortly before is not reminded
JUST_TOLD = timedelta(days=1)
# a deadline that passed longer ago was passed before this site told people anything
PASSED = timedelta(days=7)


def remind(at: datetime) -> int:
    """Tell whoever is concerned of deadlines that came near or passed; return how many are told."""
    return sum(_remind_of(round, at) for round in _rounds(at))


def _rounds(at: datetime) -> "QuerySet[Round]":
    """Return the open rounds with a deadline around now of which nobody was reminded yet."""
    told = Reminder.objects.filter(
        round=OuterRef("pk"), deadline=OuterRef("deadline"), is_past=OuterRef("is_past")
    )
    rows = Round.objects.filter(
        state=RoundState.OPEN,
        stage__event__state=EventState.RUNNING,
        deadline__lte=at + NEAR,
        deadline__gt=at - PASSED,
    )
    is_past = ExpressionWrapper(Q(deadline__lte=at), output_field=BooleanField())
    return (
        rows.annotate(is_past=is_past)
        .filter(~Exists(told))
        .select_related("stage__event")
        .order_by("pk")
    )


@transaction.atomic
def _remind_of(round: Round, at: datetime) -> int:
    """Remind of a round, unless somebody else just does; who dies in between leaves nothing."""
    assert round.deadline is not None, "only rounds with a deadline are asked for"  # noqa: S101
    is_past = round.deadline <= at
    _row, is_new = Reminder.objects.get_or_create(
        round=round, deadline=round.deadline, is_past=is_past, defaults={"made_at": at}
    )
    if not is_new:
        return 0
    event = round.stage.event
    told = reminders_of(round, at)
    return sum(notify(one, event.club_id, event.pk, at) for one in told)


def reminders_of(round: Round, at: datetime) -> list[Told]:
    """Return who is to be told what of the deadline of a round at this moment."""
    version = seconds_of(round.deadline)
    is_past = round.deadline is not None and round.deadline <= at
    tables = selectors.unfinished_tables(round.pk)
    told = [
        Told(
            people=selectors.people_at([table]) - (frozenset() if is_past else _know(table, at)),
            what=What.OVERDUE if is_past else What.DEADLINE_NEAR,
            about="table",
            subject=table,
            version=version,
        )
        for table in tables
    ]
    return [*told, _to_directors(round, version)] if is_past and tables else told


def _know(table: int, at: datetime) -> frozenset[int]:
    """Return who was told of the match, and with it of its deadline, within the last day."""
    round = Table.objects.filter(pk=table).values("round")
    of_table = Q(about="table", subject=table, what__in=[What.MATCH, What.MOVED])
    of_round = Q(about="round", subject__in=round, what=What.DEADLINE_SET)
    rows = Notification.objects.filter(of_table | of_round, made_at__gt=at - JUST_TOLD)
    return frozenset(rows.values_list("user", flat=True))


def _to_directors(round: Round, version: int) -> Told:
    return Told(
        people=selectors.directors_of(round.stage.event.club_id),
        what=What.OVERDUE_ROUND,
        about="round",
        subject=round.pk,
        version=version,
    )
