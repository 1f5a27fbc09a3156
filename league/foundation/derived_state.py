"""What is worked out from facts: how far it follows them, and whose turn it is to catch up.

One row an owner (a club, a stage) is the whole queue (docs/decisions/0003): facts count `wanted`
up, catching up sets `built` to the `wanted` it started from. A message is a turn: the worker who
has it takes the row whose club has waited longest (league/foundation/jobs/catching_up.py).
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from django.core.cache import cache
from django.db import connection, models, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Least

from league.foundation import queues
from league.foundation.journal.versions import count_up

# a message sent so recently is still on its way
IN_HAND = timedelta(seconds=2)
# what results that come in, one after the other, change is followed so often
RESULTS_COMING_IN = timedelta(minutes=1)
# what is long to work out waits for the end of the round; where none comes, this long. Meanwhile it
# is followed as often as other results, so long as somebody looks at it
UNTIL_COMPLETE = timedelta(hours=1)
# so long somebody who was shown something looks at it: open pages are made again within a minute
LOOKS_S = 120
# the task that every message is for
CATCH_UP = "league.foundation.jobs.tasks.catch_up"
# turns that one sweep gives: who has one and finds more that waits is followed by the next sweep's
MOST_SENT = 50

log = structlog.stdlib.get_logger("following")


class DerivedState(models.Model):
    """How far something follows its facts. Who inherits it names its owner as primary key.

    `what` is the name of the kind. `club_path` leads from a row to the id of its club. Whose `size`
    is `large_from` or more has a queue apart. What may wait for more waits so long as `patience`.
    """

    what = ""
    club_path = ""
    large_from = 0
    patience = timedelta(0)

    wanted = models.BigIntegerField(default=0)
    built = models.BigIntegerField(default=0)
    # since when it is due: a turn is given from then on
    wanted_at = models.DateTimeField(null=True)
    built_at = models.DateTimeField(null=True)
    # when it could not be built, since it last was
    taken_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(class)s_never_ahead_of_the_facts", condition=Q(built__lte=F("wanted"))
            )
        ]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.size.__func__ is DerivedState.size.__func__:  # type: ignore[attr-defined]
            raise TypeError(f"{cls.__name__} does not say how large it is: give it `size`")

    @property
    def is_behind(self) -> bool:
        return self.wanted > self.built

    def is_due(self, at: datetime) -> bool:
        return self.is_behind and (self.wanted_at is None or self.wanted_at <= at)

    @classmethod
    def size(cls) -> Combinable:
        """Return how much there is to work out, as an expression of a row."""
        raise NotImplementedError

    @classmethod
    def large(cls, owner_ids: Iterable[int]) -> set[int]:
        """Return those of the owners that are large; one query."""
        rows: QuerySet[Any] = cls._default_manager.filter(pk__in=owner_ids)
        large = rows.annotate(amount=cls.size()).filter(amount__gte=cls.large_from)
        return set(large.values_list("pk", flat=True))


Kind = TypeVar("Kind", bound=DerivedState)
# what to call when something of a kind has changed
_ON_CHANGE: dict[type[DerivedState], list[Callable[[int, datetime], None]]] = {}


def on_change(kind: type[DerivedState], call: Callable[[int, datetime], None]) -> None:
    """Have `call(owner, at)` note what else follows whenever something of the kind has changed."""
    _ON_CHANGE.setdefault(kind, []).append(call)


def mark_stale(
    kind: type[Kind],
    owner_ids: Iterable[int],
    *,
    at: datetime,
    may_wait: bool = False,
    **also: Combinable,
) -> list[int]:
    """Note that facts of these owners changed; return those for which a message was sent.

    It goes out where nothing was due before: whoever catches up looks again when it is done,
    and a lost message is sent again by the sweep. What `may_wait` is due after the patience of its
    kind, and the sweep sends it. `also` is what else changes in their rows.
    """
    ids = sorted(set(owner_ids))  # in one order, so that two never wait for each other
    if not ids:
        return []
    due = at + kind.patience if may_wait else at
    with transaction.atomic(savepoint=False):
        return _mark_stale(kind, ids, at, due, also)


def _mark_stale(
    kind: type[Kind], ids: list[int], at: datetime, due: datetime, also: Mapping[str, Combinable]
) -> list[int]:
    rows = kind._default_manager.filter(pk__in=ids)
    locked = rows.select_for_update(no_key=True).order_by("pk")
    known = list(locked)
    if len(known) < len(ids):
        kind._default_manager.bulk_create([kind(pk=key) for key in ids], ignore_conflicts=True)
        known = list(locked.all())
    fresh = [row.pk for row in known if due <= at and not row.is_due(at)]
    # since when the oldest of what is not built yet is due; what may not wait beside what may is
    # noted by its own moment, for whoever is building
    is_urgent = kind.patience and due <= at
    behind = Value(due) if is_urgent else Least(F("wanted_at"), Value(due))
    since = Case(When(wanted__gt=F("built"), then=behind), default=Value(due))
    rows.update(wanted=F("wanted") + 1, wanted_at=since, **also)
    send(kind, *fresh)
    return fresh


def catch_up(
    kind: type[Kind],
    owner_id: int,
    build: Callable[[], bool],
    *,
    at: datetime,
    even_built: bool = False,
) -> bool:
    """Have `build` make what its facts say; return whether it changed anything.

    Beside itself it leaves: whoever is at it looks again at its end. What is wanted while it runs
    is sent again, or waits for the patience of its kind where it may. With `even_built` it waits
    for its turn, and builds what follows its facts too.
    """
    rows = kind._default_manager.filter(pk=owner_id)
    if even_built:
        kind._default_manager.bulk_create([kind(pk=owner_id)], ignore_conflicts=True)
    with transaction.atomic():
        if not lock_owner(kind, owner_id, waits=even_built):
            return False
        seen = rows.annotate(of_club=F(kind.club_path)).first()
        if seen is None or not (seen.is_behind or even_built):
            return False
        changed = build()
        now = rows.select_for_update(no_key=True).get()
        rows.update(built=seen.wanted, built_at=at, taken_at=None)
        if now.wanted > seen.wanted:
            if kind.patience and now.wanted_at == seen.wanted_at:
                rows.update(wanted_at=at + kind.patience)
            else:
                send(kind, owner_id)
        for call in _ON_CHANGE.get(kind, ()) if changed else ():
            call(owner_id, at)
        # pages of what may wait say how old it is. Last, as deliveries do that hold the row: else
        # each would wait for the other
        if changed or kind.patience:
            count_up([seen.of_club])  # type: ignore[attr-defined]
    log.info("caught_up", what=kind._meta.model_name, owner_id=owner_id, changed=changed)
    return changed


def send_what_is_behind(kind: type[Kind], *, at: datetime) -> None:
    """Send again whatever has been behind for a while: its message was lost, or its worker died."""
    behind = kind._default_manager.filter(wanted__gt=F("built"), wanted_at__lt=at - IN_HAND)
    send(kind, *behind.order_by("wanted_at", "pk").values_list("pk", flat=True)[:MOST_SENT])


def look_at(kind: type[DerivedState], club_id: int) -> None:
    """Note that somebody is shown what is worked out of this kind in a club.

    With the cache away it is followed at the end of the round.
    """
    cache.set(_looked_at(kind, club_id), True, LOOKS_S)


def send_what_is_looked_at(kind: type[Kind], *, at: datetime) -> None:
    """Have what waits and somebody looks at caught up now, unless it was a moment ago."""
    waiting = kind._default_manager.filter(wanted__gt=F("built"), wanted_at__gt=at)
    waiting = waiting.exclude(built_at__gt=at - RESULTS_COMING_IN)
    clubs = dict(waiting.values_list("pk", kind.club_path))
    looked_at = cache.get_many({_looked_at(kind, club) for club in clubs.values()})
    owners = [pk for pk, club in clubs.items() if _looked_at(kind, club) in looked_at]
    if owners:
        with transaction.atomic():
            held = waiting.filter(pk__in=owners).select_for_update(no_key=True).order_by("pk")
            send(kind, *held.values_list("pk", flat=True))
            kind._default_manager.filter(pk__in=owners, wanted_at__gt=at).update(wanted_at=at)


def _looked_at(kind: type[DerivedState], club_id: int) -> str:
    return f"looked-at:{kind.what}:{club_id}"


def send(kind: type[DerivedState], *owner_ids: int) -> None:
    """Queue catching up for after the commit; what a broker that is away loses, the sweep sends."""

    def send_now() -> None:
        large = kind.large(owner_ids)
        for owner_id in owner_ids:
            send_message(kind, large=owner_id in large)

    if owner_ids:
        transaction.on_commit(send_now, robust=True)


def send_message(kind: type[DerivedState], *, large: bool) -> None:
    queues.send(CATCH_UP, what=kind.what, large=large)


def lock_owner(kind: type[DerivedState], owner_id: int, *, waits: bool) -> bool:
    """Hold the owner until the end of the transaction; False: somebody else does."""
    lock = "pg_advisory_xact_lock" if waits else "pg_try_advisory_xact_lock"
    with connection.cursor() as cursor:
        names = [kind._meta.db_table, str(owner_id)]
        cursor.execute(f"SELECT {lock}(hashtext(%s), hashtext(%s))", names)
        return cursor.fetchone()[0] is not False
