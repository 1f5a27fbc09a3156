"""What processes remember of pages: emptied in all of them when somebody is forgotten.

A page that is out of date is no longer shown, but stays in the memory of the process that made it
until others have taken its place. So each memory is named here. Whoever forgets a person leaves a
new mark in the cache that the processes share; each of them looks at it every few seconds and
empties what it remembers when the mark is not the one it knows.
"""

import os
from collections.abc import Callable
from threading import Event, Thread
from uuid import uuid4

from django.core.cache import cache

KEY = "process_memory"
LOOK_EVERY_S = 5.0

_memories: dict[str, Callable[[], None]] = {}


def remembers(name: str, empty: Callable[[], None]) -> None:
    """Name something that this process remembers of pages, and how it is emptied."""
    _memories[name] = empty


def empty_here() -> None:
    """Empty what this process remembers."""
    for empty in list(_memories.values()):
        empty()


def empty_everywhere() -> None:
    """Empty what this process remembers, and have all others do so within a few seconds."""
    cache.set(KEY, uuid4().hex, None)
    empty_here()


class Watch:
    """Looks for a new mark, in a thread of each process that answers requests."""

    def __init__(self) -> None:
        self._pid = 0
        self._seen: str | None = None
        self._is_over = Event()

    def begin(self) -> None:
        """Begin to look, unless this process does so already; a thread does not survive a fork."""
        pid = os.getpid()
        if self._pid != pid:
            self._pid = pid
            Thread(target=self._go_on, name="process memory", daemon=True).start()

    def look(self) -> None:
        """Empty what is remembered if there is a mark that is not the one this process knows."""
        mark = cache.get(KEY)
        if mark is not None and mark != self._seen:
            self._seen = mark
            empty_here()

    def end(self) -> None:
        self._is_over.set()

    def _go_on(self) -> None:
        while not self._is_over.wait(LOOK_EVERY_S):
            self.look()


watch = Watch()
