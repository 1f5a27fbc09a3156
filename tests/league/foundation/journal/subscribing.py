"""Subscribers of tests, gone when the test is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from league.foundation.journal import subscribers
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.journal.services import append
from tests.league.factories import NOW


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
    """A subscriber that notes the ids it was handed, batch by batch.

    It fails while asked to, or when it is handed one of those it refuses.
    """

    def __init__(self, name: str = "notebook", wanted: frozenset[str] | None = None) -> None:
        self.name, self.wanted = name, wanted
        self.batches: list[list[int]] = []
        self.fails = False
        self.refuses: set[int] = set()

    @property
    def subscriber(self) -> subscribers.Subscriber:
        return subscribers.Subscriber(self.name, self.wanted, self.handle)

    @property
    def ids(self) -> list[int]:
        return [one for batch in self.batches for one in batch]

    def handle(self, happenings: list[Happening]) -> None:
        if self.fails or self.refuses & {happening.pk for happening in happenings}:
            raise RuntimeError("the notebook is full")
        self.batches.append([happening.pk for happening in happenings])


KIND = "club.changed"  # any known kind will do
OTHER_KIND = "player.added"


def happen(kind=KIND, at=NOW, **fields):
    with transaction.atomic():
        return append(kind=kind, by=Act(SYSTEM, at), **fields)
