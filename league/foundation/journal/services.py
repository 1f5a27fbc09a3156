"""Writing the journal, and handing it to those who read it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

import structlog
from django.db import connection, models, transaction
from django.utils import timezone

from league.foundation import queues
from league.foundation.journal import kinds
from league.foundation.journal.actor import Act, Actor
from league.foundation.journal.models import Happening, Reader, Undelivered
from league.foundation.journal.naming import stored
from league.foundation.journal.selectors import passing_kept_since
from league.foundation.journal.subscribers import Subscriber, subscribers
from league.foundation.journal.versions import ask, begin, count_up

logger = structlog.stdlib.get_logger(__name__)

DELIVER = "league.foundation.journal.tasks.deliver"
# how long a delivery that was asked for is waited for: its message may be lost
WAITS_S = 5
AT_ONCE = 500  # happenings a reader is handed in one transaction
# what a reader failed on comes again alone: so many in one delivery, after 15 s, 30 s ... 5 minutes
ALONE_AT_ONCE = 50
AGAIN_AFTER = timedelta(seconds=15)
LONGEST_WAITS = 20
LOCK_WAIT_S = 2
# what has passed goes so many in one transaction, and at most so many at a time
PASSED_AT_ONCE = 1_000
MOST_PASSED = 100_000


class UnknownKind(ValueError):
    """The kind has no sentence: its subject has not registered it."""


class NotInATransaction(RuntimeError):
    """A happening is written with its fact or not at all."""


def append(
    *,
    kind: str,
    by: Act,
    club_id: int | None = None,
    event_id: int | None = None,
    stage_id: int | None = None,
    subject: models.Model | None = None,
    data: Mapping[str, Any] | None = None,
) -> Happening:
    """Write what happened into the transaction of the fact; delivery follows its commit.

    A player, an account or a club in the data is kept by number, and named when it is read. Raises
    NotInATransaction outside of one and UnknownKind for a kind without a sentence.
    """
    _check(kind)
    happening = Happening.objects.create(
        kind=kind,
        at=by.at,
        club_id=club_id,
        event_id=event_id,
        stage_id=stage_id,
        **_subject(subject),
        **_by(by.actor),
        data=stored(dict(data or {})),
    )
    _deliver_after_commit()
    return happening


def append_all(
    *,
    kind: str,
    by: Act,
    club_id: int | None = None,
    event_id: int | None = None,
    about: Iterable[tuple[models.Model, Mapping[str, Any]]],
) -> None:
    """Write that the same happened to each subject, with its data, as `append` does; one query."""
    _check(kind)
    Happening.objects.bulk_create(
        Happening(
            kind=kind,
            at=by.at,
            club_id=club_id,
            event_id=event_id,
            **_subject(subject),
            **_by(by.actor),
            data=stored(dict(data)),
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
    return {
        "actor_user_id": actor.user_id,
        "actor_players": list(actor.players),
        "actor_name": actor.word,
        "via": actor.via,
    }


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
    queues.send(DELIVER)


def deliver_all(*, at: datetime | None = None) -> int:
    """Hand every reader what it is owed at the moment. Returns how many happenings were taken up.

    What a reader failed on is kept for it and logged; the others go on. Deliveries at once share
    the work: each takes what no other has in hand, and waits for none.
    """
    # before anything is read: what is committed from now on asks for another delivery
    begin(DELIVER)
    at = at or timezone.now()
    known = {subscriber.name: subscriber for subscriber in subscribers()}
    _register(known, at)
    total = 0
    # by turns from both ends: behind a long import nobody waits for all of it
    for order in cycle(("-happening_id", "happening_id")):
        taken = _deliver_new(known, at, order)
        total += taken
        if taken < AT_ONCE:
            break
    return total + sum(_deliver_kept(known[name], at) for name in _kept_for(known, at))


@transaction.atomic
def _deliver_new(known: Mapping[str, Subscriber], at: datetime, order: str) -> int:
    """Hand a batch of what nobody was handed yet to all readers. Returns its length."""
    rows = _take(Undelivered.objects.filter(reader=Undelivered.ALL).order_by(order), AT_ONCE)
    if not rows:
        return 0
    # read behind the taking: a reader that came before it stands here, one that comes later finds
    # these happenings in its history; so no reader misses any
    for name in Reader.objects.exclude(name__in=known).values_list("name", flat=True):
        # another release knows it
        _keep(rows, name, tries=0, due_at=at)
    _hand_all(known.values(), rows, at)
    count_up(row.happening.club_id for row in rows)
    return len(rows)


def _deliver_kept(subscriber: Subscriber, at: datetime) -> int:
    """Hand one reader what was kept for it, what it failed on alone. Returns how many."""
    total = taken = _deliver_batch(subscriber, at, AT_ONCE, tries=0)
    while taken == AT_ONCE:
        taken = _deliver_batch(subscriber, at, AT_ONCE, tries=0)
        total += taken
    for _again in range(ALONE_AT_ONCE):
        if not _deliver_batch(subscriber, at, 1, tries__gt=0):
            break
        total += 1
    return total


@transaction.atomic
def _deliver_batch(subscriber: Subscriber, at: datetime, most: int, **tries: int) -> int:
    kept = Undelivered.objects.filter(reader=subscriber.name, due_at__lte=at, **tries)
    rows = _take(kept.order_by("happening_id"), most)
    if rows:
        if meant := _meant_for(subscriber, rows):
            _hand(subscriber, meant, at)
        count_up(row.happening.club_id for row in rows)
    return len(rows)


def _take(waiting: models.QuerySet[Undelivered], most: int) -> list[Undelivered]:
    """Take rows that nobody else has in hand away; a transaction that fails brings them back."""
    locked = waiting.select_for_update(of=("self",), skip_locked=True)
    rows = sorted(locked.select_related("happening")[:most], key=lambda row: row.happening_id)
    if rows:
        ids = [row.happening_id for row in rows]
        Undelivered.objects.filter(reader=rows[0].reader, happening_id__in=ids).delete()
        with connection.cursor() as cursor:
            # what a reader must write may be locked: that one is tried again, the others go on
            cursor.execute("SET LOCAL lock_timeout = %s", [f"{LOCK_WAIT_S}s"])
    return rows


def _hand_all(readers: Collection[Subscriber], rows: Sequence[Undelivered], at: datetime) -> None:
    """Hand the happenings to all readers at once; where one fails, to each for itself."""
    meant = {one: mine for one in readers if (mine := _meant_for(one, rows))}
    try:
        if meant:
            with transaction.atomic():
                for subscriber, mine in meant.items():
                    subscriber.handle([row.happening for row in mine])
    except Exception:
        logger.warning("journal_readers_each_for_itself", happenings=len(rows))
        for subscriber, mine in meant.items():
            _hand(subscriber, mine, at)


def _meant_for(subscriber: Subscriber, rows: Sequence[Undelivered]) -> list[Undelivered]:
    return [row for row in rows if subscriber.is_handed(row.happening.kind)]


def _hand(subscriber: Subscriber, meant: Sequence[Undelivered], at: datetime) -> None:
    """Hand over happenings that are meant, or keep them where the subscriber fails."""
    try:
        with transaction.atomic():
            subscriber.handle([row.happening for row in meant])
    except Exception:
        logger.exception("journal_subscriber_failed", subscriber=subscriber.name)
        tries = max(row.tries for row in meant) + 1
        # of several at most some are to blame: each is tried alone, at once
        wait = AGAIN_AFTER * min(tries, LONGEST_WAITS) if len(meant) == 1 else timedelta()
        _keep(meant, subscriber.name, tries=tries, due_at=at + wait)


def _keep(rows: Sequence[Undelivered], name: str, *, tries: int, due_at: datetime) -> None:
    Undelivered.objects.bulk_create(
        [
            Undelivered(
                reader=name,
                happening_id=row.happening_id,
                since=row.since,
                tries=tries,
                due_at=due_at,
            )
            for row in rows
        ],
        ignore_conflicts=True,
    )


def _kept_for(known: Collection[str], at: datetime) -> list[str]:
    """Return the readers here for which something is kept that is due, in their order."""
    kept = Undelivered.objects.filter(reader__gt=Undelivered.ALL, due_at__lte=at)
    names = set(kept.order_by().values_list("reader", flat=True).distinct())
    return [name for name in known if name in names]


def _register(names: Collection[str], at: datetime) -> None:
    """Make new readers known to all processes, then owe them what happened before."""
    owed = dict(Reader.objects.values_list("name", "is_owed_history"))
    new = [name for name in names if name not in owed]
    if new:
        readers = [Reader(name=name, is_owed_history=True) for name in new]
        Reader.objects.bulk_create(readers, ignore_conflicts=True)
    for name in names:
        if owed.get(name, True):
            _owe_history(name, at)


# what waits for every reader and nobody has in hand comes to the new one with the others
OWE_HISTORY = """
WITH coming AS MATERIALIZED (
    SELECT happening_id FROM journal_undelivered WHERE reader = '' FOR KEY SHARE SKIP LOCKED
)
INSERT INTO journal_undelivered (reader, happening_id, due_at)
SELECT %(name)s, id, %(at)s FROM journal_happening
WHERE id NOT IN (SELECT happening_id FROM coming)
ON CONFLICT DO NOTHING
"""


@transaction.atomic
def _owe_history(name: str, at: datetime) -> None:
    owed = Reader.objects.filter(name=name, is_owed_history=True)
    if owed.update(is_owed_history=False):
        with connection.cursor() as cursor:
            cursor.execute(OWE_HISTORY, {"name": name, "at": at})


def delete_passed(at: datetime) -> int:
    """Delete what is passing and JOURNAL_DAYS old; what is still to be delivered stays.

    Facts are never deleted. Returns how many happenings went; the next time goes on.
    """
    passed = Happening.objects.filter(
        ~models.Exists(Undelivered.objects.filter(happening=models.OuterRef("pk"))),
        kind__in=kinds.passing_kinds(),
        at__lt=passing_kept_since(at),
    )
    ids = list(passed.order_by("pk").values_list("pk", flat=True)[:MOST_PASSED])
    for first in range(0, len(ids), PASSED_AT_ONCE):
        _delete_passed(ids[first : first + PASSED_AT_ONCE])
    return len(ids)


@transaction.atomic
def _delete_passed(ids: Sequence[int]) -> None:
    with connection.cursor() as cursor:
        # to this the trigger lets go what is a month old at least
        cursor.execute("SELECT set_config('tricktable.erasing', 'passed', true)")
    Happening.objects.filter(pk__in=ids).delete()
