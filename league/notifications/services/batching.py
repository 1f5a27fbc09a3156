"""What is due goes on its way: it is put together into mails, and phones get their turns."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet

from league import queues
from league.clubs.services.outbox import request_mail
from league.jobs.turns import lost_after
from league.notifications.models import Delivery, DeliveryState, Way

SEND_DUE = "league.notifications.tasks.send_due"
PUSH = "league.notifications.tasks.push"
NOTIFICATIONS = "notifications"  # the kind of their mails
# so many deliveries become mails in one transaction, and so many turns are given to phones
MOST_MAILED, MOST_TURNS = 200, 100
MOST_PUSHED = 8  # so often a push is tried


def send_after_commit() -> None:
    """Have what is due sent soon after the commit; the sweep is there besides."""
    transaction.on_commit(lambda: queues.send(SEND_DUE), robust=True)


def send_due(*, at: datetime) -> None:
    """Put what is due into mails, and give phones their turns."""
    put_mails_together(at)
    give_turns(at)


def put_mails_together(at: datetime) -> int:
    """Make a mail of what each account is to be mailed now of a club; return how many mails.

    Who carries it out beside somebody else takes what that one left.
    """
    made = 0
    while batch := _next_batch(at):
        made += batch
    return made


@transaction.atomic
def _next_batch(at: datetime) -> int:
    rows = _due(Way.MAIL, at).filter(batch=None).select_related("notification")
    found = list(
        rows.select_for_update(skip_locked=True, of=("self",)).order_by(
            "notification__user", "notification__club", "pk"
        )[:MOST_MAILED]
    )
    mails: dict[tuple[int, int], list[int]] = {}
    for row in found:
        told = row.notification
        mails.setdefault((told.user_id, told.club_id), []).append(row.pk)
    for (user, club), deliveries in mails.items():
        _request(user, club, deliveries, at)
    return len(mails)


def _request(user: int, club: int, deliveries: list[int], at: datetime) -> None:
    batch = uuid4()
    Delivery.objects.filter(pk__in=deliveries).update(batch=batch)
    request_mail(
        NOTIFICATIONS,
        club_id=club,
        subject_id=user,
        key=f"notifications {batch}",
        data={"batch": str(batch)},
        at=at,
    )


def _due(way: Way, at: datetime) -> "QuerySet[Delivery]":
    return Delivery.objects.filter(way=way, state=DeliveryState.WAITING, due_at__lte=at)


def give_turns(at: datetime) -> int:
    """Give turns to what is to be pushed, and to what a worker had in hand when it died."""
    silent = Delivery.objects.filter(state=DeliveryState.CLAIMED, claimed_at__lt=at - lost_after())
    over = silent.filter(attempts__gte=MOST_PUSHED)
    over.update(state=DeliveryState.GIVEN_UP, claimed_at=None, ended_at=at)
    silent.update(state=DeliveryState.WAITING, claimed_at=None)
    turns = min(_due(Way.PUSH, at).count(), MOST_TURNS)
    for _turn in range(turns):
        queues.send(PUSH)
    return turns
