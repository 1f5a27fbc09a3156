"""Writing the journal, and handing it to those who read it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, TypeAlias

import structlog
from celery import current_app
from django.db import connection, models, transaction
from django.db.models import Q
from django.db.models.functions import Cast
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from league.journal import kinds
from league.journal.actor import Actor
from league.journal.asked import ask, begin
from league.journal.models import Happening, Reader
from league.journal.subscribers import Subscriber, subscriber_named, subscribers

logger = structlog.stdlib.get_logger(__name__)

DELIVER = "league.journal.tasks.deliver"
# how long a delivery that was asked for is waited for: its message may be lost
WAITS_S = 5
AT_ONCE = 500  # happenings a reader is handed in one transaction

Place: TypeAlias = tuple[int, int]  # how far somebody has read: (transaction, happening)


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

    If that one is lost, its mark ends after WAITS_S seconds, and the sweep delivers.
    """
    if not ask(DELIVER, lasts_s=WAITS_S):
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
    begin(DELIVER)
    return _deliver(subscribers())


def deliver(*, name: str) -> int:
    """Hand one subscriber what it has not read."""
    return _deliver([subscriber_named(name)])


def _deliver(waiting: Sequence[Subscriber]) -> int:
    """Hand these subscribers what they have not read, batch by batch.

    Two deliveries at once do no harm: the readers' rows are locked, and the second one leaves them.
    """
    total = 0
    while True:
        handed = _deliver_batch({subscriber.name: subscriber for subscriber in waiting})
        total += handed
        if handed < AT_ONCE:
            return total


@transaction.atomic
def _deliver_batch(waiting: Mapping[str, Subscriber]) -> int:
    """Hand over one batch, read once for all who are at the same place. Returns its length."""
    longest = 0
    readers = sorted(_locked_readers(list(waiting)), key=_place)
    for place, here in groupby(readers, key=_place):
        happenings = list(_unread(place)[:AT_ONCE])
        if not happenings:
            continue
        moved = [reader.name for reader in here if _hand(waiting[reader.name], happenings)]
        Reader.objects.filter(name__in=moved).update(
            transaction=happenings[-1].transaction,
            happening_id=happenings[-1].pk,
            moved_at=timezone.now(),
        )
        longest = max(longest, len(happenings) if moved else 0)
    return longest


def _locked_readers(names: Sequence[str]) -> list[Reader]:
    """Lock the readers of these names that nobody else has in hand; return them in this order."""
    rows = Reader.objects.filter(name__in=names).select_for_update(skip_locked=True)
    readers = {reader.name: reader for reader in rows}
    if len(readers) < len(names):
        # some are new, or another delivery has them in hand
        Reader.objects.bulk_create([Reader(name=name) for name in names], ignore_conflicts=True)
        readers = {reader.name: reader for reader in rows.all()}
    return [readers[name] for name in names if name in readers]


def _place(reader: Reader) -> Place:
    return reader.transaction, reader.happening_id


def _hand(subscriber: Subscriber, happenings: Sequence[Happening]) -> bool:
    """Hand over those of the happenings that are meant; False: the subscriber has failed."""
    meant = [happening for happening in happenings if subscriber.is_handed(happening.kind)]
    try:
        if meant:
            with transaction.atomic():
                subscriber.handle(meant)
    except Exception:
        logger.exception("journal_subscriber_failed", subscriber=subscriber.name)
        return False
    return True


def _unread(place: Place) -> models.QuerySet[Happening]:
    """Return the happenings behind the place, up to the oldest transaction still running."""
    return _after(place).filter(transaction__lt=_oldest_running()).order_by("transaction", "id")


def _after(place: Place) -> models.QuerySet[Happening]:
    transaction_, happening_id = place
    return Happening.objects.filter(
        Q(transaction__gt=transaction_) | Q(transaction=transaction_, id__gt=happening_id),
        # follows from the line above, which no index knows
        transaction__gte=transaction_,
    )


def _oldest_running() -> Cast:
    """Return PostgreSQL's number of the oldest transaction that is not over, as an expression."""
    snapshot = models.Func(function="pg_current_snapshot")
    oldest = models.Func(snapshot, function="pg_snapshot_xmin", output_field=models.TextField())
    return Cast(Cast(oldest, models.TextField()), models.BigIntegerField())


def is_held_back() -> bool:
    """Return whether a happening is committed and cannot be read yet.

    That is so while an older transaction is still running, whatever it does.
    """
    return Happening.objects.filter(transaction__gte=_oldest_running()).exists()


# the newest of each, from the end of their indexes: however long the journal is
UNREAD = """
SELECT (newest.transaction, newest.id) > (foremost.transaction, foremost.happening_id)
FROM (
    SELECT transaction, id FROM journal_happening ORDER BY transaction DESC, id DESC LIMIT 1
) newest CROSS JOIN (
    SELECT transaction, happening_id FROM journal_reader
    ORDER BY transaction DESC, happening_id DESC LIMIT 1
) foremost
"""


def is_unread() -> bool:
    """Return whether a happening is committed that nobody has read.

    It is held back, or came while another delivery had the readers in hand. A delivery must then be
    queued again, or the happening would wait for the sweep. A reader that fails is behind alone.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNREAD)
        row = cursor.fetchone()
    return row is not None and bool(row[0])
