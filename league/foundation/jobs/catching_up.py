"""Bringing what follows facts up to date, by turns: what the workers do of every kind of it.

A message only says that something of a kind is behind; what it serves is looked up. Whoever works
at a row holds its lock, which the database frees in the moment the worker dies: the next message,
or the sweep, finds that row like any other that waits.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

import structlog
from django.db import transaction
from django.db.models import F, Q, QuerySet

from league.foundation.derived_state import (
    IN_HAND,
    RESULTS_COMING_IN,
    DerivedState,
    lock_owner,
    send_message,
    send_what_is_behind,
    send_what_is_looked_at,
)
from league.foundation.jobs import services
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.jobs.fair_queue import NoPlace, order_by_turn, record_turn
from league.foundation.jobs.kinds import Kind
from league.foundation.queues import LARGE, REBUILD

log = structlog.stdlib.get_logger("following")

# the rows looked at for one that no worker has in hand: more than there are workers
MOST_LOOKED_AT = 100

# works out what follows the facts of an owner
Build: TypeAlias = Callable[[int, datetime, Progress], object]


@dataclass(frozen=True, slots=True)
class Registered:
    """How one kind is brought up to date, and the job that shows people its large work.

    That job is about the owner, or about the whole club of the owner.
    """

    kind: type[DerivedState]
    build: Build
    shown_as: Kind | None = None
    shown_of_club: bool = False


class Owner(NamedTuple):
    """Whose facts are followed, the club that has the turn, and since when it has waited."""

    pk: int
    club_id: int
    since: datetime | None


_REGISTERED: dict[str, Registered] = {}


def register(
    kind: type[DerivedState],
    build: Build,
    *,
    shown_as: Kind | None = None,
    shown_of_club: bool = False,
) -> None:
    """Have the workers bring a kind up to date. Called once, as the apps are loaded."""
    _REGISTERED[kind.what] = Registered(kind, build, shown_as, shown_of_club)


def kinds() -> dict[str, type[DerivedState]]:
    """Return every kind of what follows facts, by its name."""
    return {what: registered.kind for what, registered in _REGISTERED.items()}


def sweep(*, at: datetime) -> None:
    """Send again whatever has been behind for a while, and what waits and somebody looks at."""
    for kind in kinds().values():
        send_what_is_behind(kind, at=at)
        if kind.patience > RESULTS_COMING_IN:
            send_what_is_looked_at(kind, at=at)


def catch_up_next(what: str, *, large: bool, at: datetime) -> int | None:
    """Build what has the next turn, and return its owner; None: nothing waits that may begin now.

    What cannot be built waits behind all else of its club from then on; its error is raised.
    """
    registered = _REGISTERED[what]
    kind = registered.kind
    without_place: list[int] = []
    while (owner := claim_next(kind, large=large, at=at, but=without_place)) is not None:
        try:
            _build(registered, owner, large=large, at=at)
        except NoPlace as full:
            log.info("left_for_later", what=what, reason=str(full))
            without_place.append(owner.pk)
        except Exception:
            kind._default_manager.filter(pk=owner.pk).update(taken_at=at)
            raise
        else:
            _wake_for_what_was_left(kind, owner, large=large, at=at)
            return owner.pk
    return None


def _build(registered: Registered, owner: Owner, *, large: bool, at: datetime) -> None:
    shown: AbstractContextManager[Progress] = nullcontext(SILENT)
    if large and registered.shown_as:
        subject = owner.club_id if registered.shown_of_club else owner.pk
        shown = services.shown(
            registered.shown_as, club_id=owner.club_id, subject_id=subject, at=at
        )
    with shown as progress:
        registered.build(owner.pk, at, progress)


def claim_next(
    kind: type[DerivedState], *, large: bool, at: datetime, but: Iterable[int] = ()
) -> Owner | None:
    """Give the next turn to what is behind and in no worker's hand; None: there is none."""
    rows = _due(kind, large=large, at=at).exclude(pk__in=but)
    for owner in rows.values_list("pk", "of_club", "wanted_at")[:MOST_LOOKED_AT]:
        with transaction.atomic():
            if lock_owner(kind, owner[0], waits=False):
                record_turn(LARGE if large else REBUILD, owner[1], at)
                return Owner(*owner)
    return None


def _due(kind: type[DerivedState], *, large: bool, at: datetime) -> "QuerySet[Any]":
    # without patience every row that is behind is due, whatever the clocks of workers say
    due = ~Q(wanted_at__gt=at) if kind.patience else Q()
    rows: QuerySet[Any] = kind._default_manager.filter(due, wanted__gt=F("built"))
    rows = rows.annotate(amount=kind.size(), of_club=F(kind.club_path))
    is_large = Q(amount__gte=kind.large_from)
    rows = rows.filter(is_large if large else ~is_large)
    failed_last = F("taken_at").asc(nulls_first=True)
    return order_by_turn(
        rows, LARGE if large else REBUILD, kind.club_path, failed_last, "wanted_at"
    )


def _wake_for_what_was_left(
    kind: type[DerivedState], built: Owner, *, large: bool, at: datetime
) -> None:
    """Send a message for what has none: its own was lost, or died with its worker.

    That is what has waited long; or anything, where what was `built` had waited long itself, and
    so took the turn of another.
    """
    left = _due(kind, large=large, at=at).filter(taken_at=None)
    if built.since and built.since >= at - IN_HAND:
        left = left.filter(wanted_at__lt=at - IN_HAND)
    if left.exists():
        send_message(kind, large=large)
