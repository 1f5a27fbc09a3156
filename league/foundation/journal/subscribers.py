"""Who reads the journal. Subscribers are listed when the apps are loaded."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from league.foundation.journal.models import Happening

Handle: TypeAlias = Callable[[Sequence[Happening]], None]


Kinds: TypeAlias = frozenset[str] | Callable[[str], bool] | None


class Subscriber(NamedTuple):
    """A reader of the journal; `kinds` are those it is handed, or say so of one; None means all."""

    name: str
    kinds: Kinds
    handle: Handle

    def is_handed(self, kind: str) -> bool:
        if self.kinds is None:
            return True
        return self.kinds(kind) if callable(self.kinds) else kind in self.kinds


_SUBSCRIBERS: dict[str, Subscriber] = {}


def subscribe(
    name: str, kinds: Iterable[str] | Callable[[str], bool] | None, handle: Handle
) -> None:
    """Have `handle` called with what happened, inside the transaction of the delivery.

    It must be idempotent: if it raises, its writes are rolled back, and the same happenings come
    again, each alone. What it is handed at once is in the order of writing, but what committed
    late or failed comes later, and two deliveries may run at once: it looks at facts, not at order.
    """
    meant = kinds if kinds is None or callable(kinds) else frozenset(kinds)
    _SUBSCRIBERS[name] = Subscriber(name, meant, handle)


def subscribers() -> tuple[Subscriber, ...]:
    return tuple(_SUBSCRIBERS.values())
