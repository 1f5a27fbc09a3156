"""What pages ask of orders: what goes on, how long it will take, whether anybody is at it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max, QuerySet

from league.orders.models import UNFINISHED, Order, OrderFile, OrderState, Worker

LEAST_SHARE = 0.02  # less than this tells nothing of the rest
SOONEST = timedelta(seconds=2)


def unfinished(kind: str, subject_id: int) -> Order | None:
    """Return the order of this kind that waits or runs for the subject."""
    rows = Order.objects.filter(kind=kind, subject_id=subject_id, by_itself=False)
    return rows.filter(state__in=UNFINISHED).first()


def under_way(club_id: int) -> "QuerySet[Order]":
    """Return what waits or runs in the club, in the order in which it was asked for."""
    return Order.objects.filter(club_id=club_id, state__in=UNFINISHED).order_by("asked_at", "pk")


def before(order: Order) -> int:
    """Return how many orders of the whole site are carried out before one that waits."""
    rows = Order.objects.filter(state__in=UNFINISHED, by_itself=False)
    return rows.filter(asked_at__lt=order.asked_at).exclude(pk=order.pk).count()


def file_of(order: Order, user_id: int | None, *, at: datetime) -> OrderFile | None:
    """Return the file of an order without its content, for the one who asked, while it is kept."""
    if user_id is None:
        return None
    rows = OrderFile.objects.filter(order=order, user_id=user_id, kept_until__gt=at)
    return rows.defer("content").first()


def seconds_left(order: Order, *, at: datetime) -> int | None:
    """Return how long the step under way still takes at its pace so far; None: nobody knows yet."""
    if order.state != OrderState.RUNNING or order.step_at is None or not order.total:
        return None
    passed = at - order.step_at
    if passed < SOONEST or order.done / order.total < LEAST_SHARE:
        return None
    return max(1, round(passed.total_seconds() * (order.total - order.done) / order.done))


def workers_silent_since(*, at: datetime) -> datetime | None:
    """Return since when no worker was heard of, or None: one answers, or none ever did.

    One query. A worker is heard of whenever it sweeps, and while it carries out an order.
    """
    heard = Worker.objects.aggregate(last=Max("heard_at"))["last"]
    if heard is None or heard >= at - timedelta(seconds=30 + 2 * settings.SWEEP_SECONDS):
        return None
    busy = Order.objects.filter(state=OrderState.RUNNING).aggregate(last=Max("heard_at"))["last"]
    last = max(heard, busy) if busy else heard
    return last if last < at - timedelta(seconds=30 + 2 * settings.SWEEP_SECONDS) else None
