"""Orders: asked for, carried out by a worker, cancelled, and taken up again after a dead one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway

from league.journal.actor import SYSTEM, Actor
from league.orders.beating import Beat
from league.orders.kinds import Kind, Outcome, kind_named, nothing_changed
from league.orders.models import Order, OrderFile, OrderState, Worker
from league.orders.progress import Cancelled, Progress, Told
from league.refusal import Refused

LEASE = timedelta(seconds=60)  # silent for longer, the worker is taken for dead
IN_HAND = timedelta(seconds=5)  # a message sent so recently is still on its way
MOST_ATTEMPTS = 3
KEPT = timedelta(days=30)
FILE_KEPT = timedelta(hours=1)
WORKERS = "workers"

log = structlog.stdlib.get_logger("orders")


class NotCancelled(Refused):
    """What nobody asked for, nobody can cancel."""

    code = "not_cancelled"


@transaction.atomic
def ask(
    *,
    kind: str,
    club_id: int,
    subject_id: int,
    asked: dict[str, Any] | None = None,
    apart: str = "",
    actor: Actor,
    at: datetime,
) -> Order:
    """Ask for work of a registered kind; what is asked for twice is there once.

    While an order of this kind for this subject waits or runs, that one is returned; `apart` tells
    those which do not stand for each other.
    """
    try:
        with transaction.atomic():
            order = Order.objects.create(
                kind=kind_named(kind).name,
                club_id=club_id,
                subject_id=subject_id,
                apart=apart,
                asked=asked or {},
                actor={"user_id": actor.user_id, "name": actor.name, "via": actor.via},
                language=translation.get_language() or "en",
                asked_at=at,
            )
    except IntegrityError:
        rows = Order.objects.filter(kind=kind, subject_id=subject_id, by_itself=False)
        return rows.filter(apart=apart).latest("pk")
    send(order.pk)
    return order


def send(order_id: int) -> None:
    """Queue an order for after the commit; what a broker that is away loses, the sweep sends."""
    # a task is a door to the services, so the way back is imported here
    from league.orders.tasks import carry_out_task  # noqa: PLC0415

    def queue() -> None:
        try:
            carry_out_task.delay(order_id=order_id)
        except BrokerAway as error:
            log.warning("order_not_queued", order_id=order_id, reason=str(error))

    transaction.on_commit(queue, robust=True)


def cancel(*, order: Order, at: datetime) -> Order:
    """Cancel an order that waits; one that runs learns of the wish at its next step.

    What is over stays as it is. Raises NotCancelled for work that goes on by itself.
    """
    if order.by_itself:
        raise NotCancelled(_("This goes on by itself whenever something changes; it cannot wait."))
    with translation.override(order.language):
        told = _cancelled(nothing_changed(0, 0))  # what waits has not begun
    rows = Order.objects.filter(pk=order.pk)
    # one statement each, so that a worker which takes it up meanwhile is not overlooked
    rows.filter(state=OrderState.WAITING).update(
        state=OrderState.CANCELLED, told=told, ended_at=at, asked={}
    )
    rows.filter(state=OrderState.RUNNING).update(is_unwanted=True)
    order.refresh_from_db()
    return order


def carry_out(*, order_id: int, at: datetime) -> Order | None:
    """Do the work of an order that waits and write what came of it; None if it waits no more.

    May run twice or late. What breaks is told to whoever asked, and raised.
    """
    order = _take_up(order_id, at)
    if order is None:
        return None
    kind, progress = kind_named(order.kind), Told()
    assert kind.carry_out is not None  # noqa: S101  what cannot be asked for never waits
    with translation.override(order.language):
        try:
            with Beat(order, progress):
                outcome = kind.carry_out(order, progress, at)
        except Cancelled:
            told = _cancelled(_left(kind, progress))
            return _end(order, OrderState.CANCELLED, Outcome(told=told), at)
        except Refused as refused:
            return _end(order, OrderState.REFUSED, Outcome(told=str(refused)), at)
        except Exception:
            told = _went_wrong(_left(kind, progress))
            _end(order, OrderState.REFUSED, Outcome(told=told), at)
            raise
    return _end(order, OrderState.DONE, outcome, at)


@contextmanager
def shown(kind: Kind, *, club_id: int, subject_id: int, at: datetime) -> Iterator[Progress]:
    """Let people see how far work is that goes on by itself; it is forgotten when it is over.

    Call it outside of a transaction. Work that is shown already is not shown twice.
    """
    progress = Told()
    made = Order.objects.bulk_create(
        [
            Order(
                kind=kind.name,
                club_id=club_id,
                subject_id=subject_id,
                state=OrderState.RUNNING,
                by_itself=True,
                actor={"user_id": None, "name": SYSTEM.name, "via": SYSTEM.via},
                asked_at=at,
                began_at=at,
                heard_at=at,
                attempts=1,
            )
        ],
        ignore_conflicts=True,
    )
    rows = Order.objects.filter(kind=kind.name, subject_id=subject_id, by_itself=True)
    order = rows.filter(state=OrderState.RUNNING, asked_at=at).first() or made[0]
    try:
        with Beat(order, progress):
            yield progress
    finally:
        rows.filter(pk=order.pk).delete()


def sweep(*, at: datetime) -> list[int]:
    """Send again what was lost on its way, and what a worker was at when it died.

    Returns the orders sent. What died three times is given up; what is long over is forgotten.
    """
    Worker.objects.update_or_create(name=WORKERS, defaults={"heard_at": at})
    silent = Order.objects.filter(state=OrderState.RUNNING, heard_at__lt=at - LEASE)
    silent.filter(by_itself=True).delete()
    for order in silent.filter(attempts__gte=MOST_ATTEMPTS):
        with translation.override(order.language):
            left = kind_named(order.kind).left(0, 0)
            _end(order, OrderState.REFUSED, Outcome(told=_too_often(left)), at)
    for order in silent.filter(is_unwanted=True):
        with translation.override(order.language):
            left = kind_named(order.kind).left(0, 0)
            _end(order, OrderState.CANCELLED, Outcome(told=_cancelled(left)), at)
    silent.update(state=OrderState.WAITING)
    OrderFile.objects.filter(kept_until__lte=at).delete()
    Order.objects.filter(ended_at__lt=at - KEPT).delete()
    waiting = Order.objects.filter(state=OrderState.WAITING, asked_at__lt=at - IN_HAND)
    ids = list(waiting.order_by("asked_at", "pk").values_list("pk", flat=True))
    for order_id in ids:
        send(order_id)
    return ids


def _take_up(order_id: int, at: datetime) -> Order | None:
    rows = Order.objects.filter(pk=order_id, state=OrderState.WAITING)
    taken = rows.update(
        state=OrderState.RUNNING,
        began_at=at,
        heard_at=at,
        attempts=F("attempts") + 1,
        step="",
        step_at=None,
        done=0,
        total=0,
    )
    return Order.objects.get(pk=order_id) if taken else None


@transaction.atomic
def _end(order: Order, state: OrderState, outcome: Outcome, at: datetime) -> Order:
    """Write the end, unless somebody else has taken the order up since."""
    rows = Order.objects.filter(pk=order.pk, state=OrderState.RUNNING, attempts=order.attempts)
    ended = rows.update(
        state=state, told=outcome.told, result=outcome.result, ended_at=at, asked={}
    )
    asked_by = order.asked_by.user_id
    if ended and outcome.file and asked_by is not None:
        OrderFile.objects.create(
            order=order,
            user_id=asked_by,
            name=outcome.file.name,
            content=outcome.file.content,
            kept_until=at + FILE_KEPT,
        )
    order.refresh_from_db()
    return order


def _left(kind: Kind, progress: Told) -> str:
    _step, done, total = progress.now
    return kind.left(done, total)


def _cancelled(left: str) -> str:
    return _("Cancelled. %(left)s") % {"left": left}


def _went_wrong(left: str) -> str:
    return _("Something went wrong. %(left)s Please try again.") % {"left": left}


def _too_often(left: str) -> str:
    return _(
        "This was begun %(count)d times and never came to its end. %(left)s "
        "Try it with less at once, or tell whoever runs this site."
    ) % {"count": MOST_ATTEMPTS, "left": left}
