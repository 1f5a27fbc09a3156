"""Whether a notification still says something true: what is over by itself is sent to nobody."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from django.db.models import Q

from league.events.models import Event
from league.events.states import OVER
from league.notifications.models import Notification
from league.notifications.topics import What
from league.results.models import (
    Adjustment,
    Dispute,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.rounds.models import Placement, Round, RoundState, Seat, Table

IsTrue: TypeAlias = Callable[[Notification], bool]


def is_to_be_played(told: Notification) -> bool:
    """Say whether the table's round is open and its result not there yet."""
    is_open = Table.objects.filter(pk=told.subject, round__state=RoundState.OPEN).exists()
    done = TableResult.objects.filter(table=told.subject, state=TableState.CONFIRMED).exists()
    return is_open and not done


def plays_there(told: Notification) -> bool:
    """Say whether the person still has that match: seated, or of an entry that plays it."""
    mine = Q(player__user=told.user_id) | Q(player__merged_into__user=told.user_id)
    is_seated = Seat.objects.filter(mine, table=told.subject).exists()
    entry = Placement.objects.filter(
        Q(entry__members__player__user=told.user_id)
        | Q(entry__members__player__merged_into__user=told.user_id),
        entry__members__left_at__isnull=True,
        table=told.subject,
    )
    return is_to_be_played(told) and (is_seated or entry.exists())


def is_free(told: Notification) -> bool:
    return Round.objects.filter(pk=told.subject, state=RoundState.OPEN).exists()


def has_that_deadline(told: Notification) -> bool:
    """Say whether the table is to be played by the moment that the reminder was made for."""
    deadline = Table.objects.filter(pk=told.subject).values_list("round__deadline", flat=True)
    return is_to_be_played(told) and seconds_of(deadline.first()) == told.version


def round_has_that_deadline(told: Notification) -> bool:
    round = Round.objects.filter(pk=told.subject, state=RoundState.OPEN).first()
    return round is not None and seconds_of(round.deadline) == told.version


def has_a_deadline(told: Notification) -> bool:
    rows = Round.objects.filter(pk=told.subject, state=RoundState.OPEN, deadline__isnull=False)
    return rows.exists()


def waits_for_confirmation(told: Notification) -> bool:
    waiting = Submission.objects.filter(table=told.subject, state=SubmissionState.SUBMITTED)
    is_open = Table.objects.filter(pk=told.subject, round__state=RoundState.OPEN).exists()
    return is_open and waiting.exists()


def is_disputed(told: Notification) -> bool:
    open_ones = Dispute.objects.filter(settled_at__isnull=True)
    return open_ones.filter(submission__table=told.subject).exists()


def is_there(told: Notification) -> bool:
    """Say whether what was ruled on still is: a table that was drawn away has no results."""
    if told.about == "adjustment":
        return Adjustment.objects.filter(pk=told.subject).exists()
    return Table.objects.filter(pk=told.subject).exists()


def is_over(told: Notification) -> bool:
    return Event.objects.filter(pk=told.subject, state__in=OVER).exists()


def always(_told: Notification) -> bool:
    return True


STILL: Mapping[What, IsTrue] = {
    What.MATCH: plays_there,
    What.BYE: is_free,
    What.MOVED: plays_there,
    What.STANDS_IN: plays_there,
    What.DEADLINE_SET: has_a_deadline,
    What.RESULT_WAITS: waits_for_confirmation,
    What.DISPUTED: is_disputed,
    What.RULING: is_there,
    What.DEADLINE_NEAR: has_that_deadline,
    What.OVERDUE: has_that_deadline,
    What.OVERDUE_ROUND: round_has_that_deadline,
    What.FINAL: is_over,
    What.MESSAGE: always,
}
# one that is told anew takes the place of those before it that were not sent yet
REPLACED = frozenset({What.MOVED, What.DEADLINE_SET, What.FINAL})

if missing := set(What) - STILL.keys():
    raise LookupError(f"say in league/notifications/needed.py when {sorted(missing)} still holds")


def is_needed(told: Notification) -> bool:
    """Say whether it is still to be sent."""
    what = What(told.what)
    return told.user.is_active and STILL[what](told) and not _is_replaced(told, what)


def _is_replaced(told: Notification, what: What) -> bool:
    if what not in REPLACED:
        return False
    same = Notification.objects.filter(user=told.user_id, what=what, about=told.about)
    return same.filter(subject=told.subject, version__gt=told.version).exists()


def seconds_of(moment: datetime | None) -> int:
    """Return a deadline as the version of what is told of it; 0 without one."""
    return int(moment.astimezone(UTC).timestamp()) if moment else 0
