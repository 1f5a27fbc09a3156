"""Who reads the journal. Subscribers are listed when the apps are loaded."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from league.journal.models import Happening

Handle: TypeAlias = Callable[[Sequence[Happening]], None]


class Subscriber(NamedTuple):
    """A reader of the journal; `kinds` are those it is handed, None means all."""

    name: str
    kinds: frozenset[str] | None
    handle: Handle


_SUBSCRIBERS: dict[str, Subscriber] = {}


def subscribe(name: str, kinds: Iterable[str] | None, handle: Handle) -> None:
    """Have `handle` called with what happened, in order, inside the reader's transaction.

    It must be idempotent: if it raises, its writes and its place are rolled back, and the same
    happenings come again.
    """
    _SUBSCRIBERS[name] = Subscriber(name, None if kinds is None else frozenset(kinds), handle)


def subscribers() -> tuple[Subscriber, ...]:
    return tuple(_SUBSCRIBERS.values())


def subscriber_named(name: str) -> Subscriber:
    return _SUBSCRIBERS[name]
