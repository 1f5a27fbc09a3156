"""Whose turn it is: a message to the workers is a turn, and the next club takes it.

However much one club has waiting, another one waits for no more than what is being done and one
turn of each other club. Of large work a club has at most so many pieces in hand at once.
"""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable, OrderBy

from league.foundation.jobs.models import Job, JobState, Turn
from league.foundation.queues import LARGE

Rows = TypeVar("Rows", bound="QuerySet[Any]")


def last_turn_of_club(queue: str, club_path: str) -> Combinable:
    """Return when the club of a row had its last turn: the longest ago goes first."""
    turns = Turn.objects.filter(queue=queue, club_id=OuterRef(club_path))
    return Subquery(turns.values("at")[:1])


def order_by_turn(rows: Rows, queue: str, club_path: str, *then: str | OrderBy) -> Rows:
    """Order rows by the turns of their clubs, and those of one club by what comes behind."""
    ordered: Rows = rows.annotate(turn=last_turn_of_club(queue, club_path)).order_by(
        F("turn").asc(nulls_first=True), *then, "pk"
    )
    return ordered


def record_turn(queue: str, club_id: int, at: datetime) -> None:
    """Note that the club has its turn; whoever takes one for the same club waits for the commit."""
    Turn.objects.bulk_create(
        [Turn(queue=queue, club_id=club_id, at=at)],
        update_conflicts=True,
        unique_fields=["queue", "club_id"],
        update_fields=["at"],
    )


def claim_expires_after() -> timedelta:
    """Return after how long what a worker has in hand, and is silent about, is given to another."""
    return timedelta(seconds=settings.TASK_VISIBILITY_TIMEOUT)


# Large work: so many pieces a club.

# what goes on by itself, and was not heard of for so long, has died with its worker
SILENT = timedelta(seconds=5)


class NoPlace(Exception):
    """The club has as much large work in hand as it may have at once."""


def claim_place(club_id: int, at: datetime, *, for_work: Q) -> None:
    """Note the turn of the club, until the end of the transaction alone. Raises NoPlace.

    The work itself, where somebody else is at it too, takes no second place.
    """
    record_turn(LARGE, club_id, at)
    running = Job.objects.filter(club_id=club_id, state=JobState.RUNNING)
    running = running.exclude(by_itself=True, heard_at__lt=at - SILENT)
    in_hand = running.exclude(for_work).count()
    if in_hand >= settings.LARGE_TASKS_OF_A_CLUB:
        raise NoPlace(f"club {club_id} has {in_hand} pieces of large work in hand")
