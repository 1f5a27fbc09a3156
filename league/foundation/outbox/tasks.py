"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from django.utils import timezone

from league.foundation import queues
from league.foundation.outbox.models import Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.outbox.services import send_next
from league.foundation.queues import task

# turns of a process at once; together they are its threads (deploy/run/workers.py), so that neither
# a silent mail server nor silent servers of others keep the other kind waiting
MAILS_AT_ONCE, OTHERS_AT_ONCE = 2, 4


class Places:
    """At most so many turns of a kind at once in this process.

    A turn that finds no place is sent again behind one that ends; the sweep gives those that a
    process has forgotten when it ended.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._taken = 0
        self._put_off: list[Way] = []

    @contextmanager
    def taken(self, way: Way) -> Iterator[bool]:
        """Hold a place for the block; False: there is none."""
        with self._lock:
            has_place = self._taken < self._most
            self._taken += has_place
            if not has_place:
                self._put_off.append(way)
        try:
            yield has_place
        finally:
            if has_place:
                self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._taken -= 1
            next_ = self._put_off.pop(0) if self._put_off else None
        if next_ is not None:
            queues.send(RETRIES[next_].task)


_mails, _others = Places(MAILS_AT_ONCE), Places(OTHERS_AT_ONCE)


def _take_turn(way: Way, places: Places) -> None:
    with places.taken(way) as has_place:
        if has_place:
            send_next(way, at=timezone.now())


@task(RETRIES[Way.MAIL].task)
def send_mail(**_newer: Any) -> None:
    """Send a mail: the one whose turn it is."""
    _take_turn(Way.MAIL, _mails)


@task(RETRIES[Way.PUSH].task)
def push(**_newer: Any) -> None:
    _take_turn(Way.PUSH, _others)


@task(RETRIES[Way.WEBHOOK].task)
def send_to_webhook(**_newer: Any) -> None:
    _take_turn(Way.WEBHOOK, _others)
