"""Subscribers of tests, gone when the test is over."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from league.journal import subscribers
from league.journal.actor import SYSTEM
from league.journal.models import Happening
from league.journal.services import append, deliver_all, is_held_back
from tests.league.factories import NOW


def settle(most: int = 180) -> None:
    """Wait until nothing is held back, so many seconds at most.

    PostgreSQL counts the transactions of all its databases together: those of another test
    process, or of its own housekeeping, hold the journal back until they are over. A test by
    lot plays several nights in one transaction.
    """
    give_up = time.monotonic() + most
    while is_held_back() and time.monotonic() < give_up:
        time.sleep(0.02)


def deliver_everything(most: int = 180) -> int:
    """Deliver, once nothing is held back or so many seconds are over."""
    settle(most)
    return deliver_all()


@contextmanager
def only(*entries: subscribers.Subscriber) -> Iterator[None]:
    """Let these be the only ones who read the journal."""
    before = dict(subscribers._SUBSCRIBERS)
    subscribers._SUBSCRIBERS.clear()
    for entry in entries:
        subscribers.subscribe(*entry)
    try:
        yield
    finally:
        subscribers._SUBSCRIBERS.clear()
        subscribers._SUBSCRIBERS.update(before)


class Notebook:
    """A subscriber that notes the ids it was handed, batch by batch; fails while asked to."""

    def __init__(self, name: str = "notebook", wanted: frozenset[str] | None = None) -> None:
        self.name, self.wanted = name, wanted
        self.batches: list[list[int]] = []
        self.fails = False

    @property
    def subscriber(self) -> subscribers.Subscriber:
        return subscribers.Subscriber(self.name, self.wanted, self.handle)

    @property
    def ids(self) -> list[int]:
        return [one for batch in self.batches for one in batch]

    def handle(self, happenings: list[Happening]) -> None:
        if self.fails:
            raise RuntimeError("the notebook is full")
        self.batches.append([happening.pk for happening in happenings])


KIND = "club.changed"  # any known kind will do
OTHER_KIND = "player.added"


def happen(kind=KIND, **fields):
    with transaction.atomic():
        return append(kind=kind, actor=SYSTEM, at=NOW, **fields)


def one_process(name):
    """Return the settings of a cache that only one process sees, as production has it."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    return {"default": {"BACKEND": backend, "LOCATION": name}}
