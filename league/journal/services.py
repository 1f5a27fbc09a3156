"""Writing the journal, and handing it to those who read it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import connection, models, transaction
from django.db.models import Q
from django.db.models.functions import Cast
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from league.journal import kinds
from league.journal.actor import Actor
from league.journal.models import Happening, Reader
from league.journal.subscribers import Subscriber, subscriber_named, subscribers

logger = structlog.stdlib.get_logger(__name__)

DELIVER = "league.journal.tasks.deliver"
WAITS, WAITS_S = "journal:delivery-waits", 5
AT_ONCE = 500  # happenings a reader is handed in one transaction


class UnknownKind(ValueError):
    """The kind has no sentence: its subject has not registered it."""


class NotInATransaction(RuntimeError):
    """A happening is written with its fact or not at all."""


def append(
    *,
    kind: str,
    actor: Actor,
    at: datetime | None = None,
    club_id: int | None = None,
    event_id: int | None = None,
    stage_id: int | None = None,
    subject: models.Model | None = None,
    data: Mapping[str, Any] | None = None,
) -> Happening:
    """Write what happened into the transaction of the fact; delivery follows its commit.

    Raises NotInATransaction outside of one and UnknownKind for a kind without a sentence.
    """
    _check(kind)
    happening = Happening.objects.create(
        kind=kind,
        at=at or timezone.now(),
        club_id=club_id,
        event_id=event_id,
        stage_id=stage_id,
        **_subject(subject),
        **_by(actor),
        data=dict(data or {}),
    )
    _deliver_after_commit()
    return happening


def append_all(
    *,
    kind: str,
    actor: Actor,
    at: datetime,
    club_id: int | None = None,
    event_id: int | None = None,
    about: Iterable[tuple[models.Model, Mapping[str, Any]]],
) -> None:
    """Write that the same happened to each subject, with its data, as `append` does; one query."""
    _check(kind)
    Happening.objects.bulk_create(
        Happening(
            kind=kind,
            at=at,
            club_id=club_id,
            event_id=event_id,
            **_subject(subject),
            **_by(actor),
            data=dict(data),
        )
        for subject, data in about
    )
    _deliver_after_commit()


def _check(kind: str) -> None:
    if not connection.in_atomic_block:
        raise NotInATransaction(f"{kind} must be written in the transaction of its fact")
    if not kinds.is_known(kind):
        raise UnknownKind(kind)


def _subject(subject: models.Model | None) -> dict[str, Any]:
    if subject is None:
        return {"subject_type": "", "subject_id": None}
    return {"subject_type": subject._meta.model_name or "", "subject_id": subject.pk}


def _by(actor: Actor) -> dict[str, Any]:
    return {"actor_user_id": actor.user_id, "actor_name": actor.name, "via": actor.via}


def _deliver_after_commit() -> None:
    """Queue one delivery for the whole transaction, however much is written in it."""
    waiting = any(queued[1] is queue_delivery for queued in connection.run_on_commit)
    if not waiting:
        # robust: with the broker away the sweep delivers later
        transaction.on_commit(queue_delivery, robust=True)


def queue_delivery() -> None:
    """Queue a delivery, unless one is waiting that has not begun to read and so will read this too.

    If that one is lost, its mark in the cache ends after WAITS_S seconds, and the sweep delivers.
    """
    if not cache.add(WAITS, "1", timeout=WAITS_S):
        return
    try:
        # by its name: the task calls into this module
        current_app.send_task(DELIVER)
    except BrokerAway as error:
        logger.warning("journal_delivery_not_queued", reason=str(error))


def deliver_all() -> int:
    """Hand every subscriber what it has not read. Returns how many happenings were handed over.

    A subscriber that fails stays where it is and is logged; the others go on.
    """
    # before anything is read: what is committed from now on asks for another delivery
    cache.delete(WAITS)
    handed = 0
    for subscriber in subscribers():
        try:
            handed += deliver(name=subscriber.name)
        except Exception:
            logger.exception("journal_subscriber_failed", subscriber=subscriber.name)
    return handed


def deliver(*, name: str) -> int:
    """Hand one subscriber what it has not read, batch by batch.

    Two deliveries at once do no harm: the reader's row is locked, and the second one returns 0.
    """
    subscriber = subscriber_named(name)
    Reader.objects.get_or_create(name=name)
    handed = 0
    while batch := _deliver_batch(subscriber):
        handed += batch
    return handed


@transaction.atomic
def _deliver_batch(subscriber: Subscriber) -> int:
    reader = Reader.objects.select_for_update(skip_locked=True).filter(name=subscriber.name).first()
    if reader is None:
        return 0
    happenings = list(_unread(reader)[:AT_ONCE])
    if not happenings:
        return 0
    meant = [
        happening
        for happening in happenings
        if subscriber.kinds is None or happening.kind in subscriber.kinds
    ]
    if meant:
        subscriber.handle(meant)
    last = happenings[-1]
    reader.transaction, reader.happening_id = last.transaction, last.pk
    reader.moved_at = timezone.now()
    reader.save(update_fields=["transaction", "happening_id", "moved_at"])
    return len(happenings)


def _unread(reader: Reader) -> models.QuerySet[Happening]:
    """Return the happenings the reader has not read, up to the oldest transaction still running."""
    return _after(reader).filter(transaction__lt=_oldest_running()).order_by("transaction", "id")


def _after(reader: Reader) -> models.QuerySet[Happening]:
    return Happening.objects.filter(
        Q(transaction__gt=reader.transaction)
        | Q(transaction=reader.transaction, id__gt=reader.happening_id)
    )


def _oldest_running() -> Cast:
    """Return PostgreSQL's number of the oldest transaction that is not over, as an expression."""
    snapshot = models.Func(function="pg_current_snapshot")
    oldest = models.Func(snapshot, function="pg_snapshot_xmin", output_field=models.TextField())
    return Cast(Cast(oldest, models.TextField()), models.BigIntegerField())


def is_held_back() -> bool:
    """Return whether a happening is committed and cannot be read yet.

    That is so while an older transaction is still running, whatever it does. A delivery must then
    be queued again, or the happening would wait for the sweep.
    """
    return Happening.objects.filter(transaction__gte=_oldest_running()).exists()
