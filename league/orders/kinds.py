"""What can be ordered. Who carries a kind out registers it when the apps are loaded."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from django.utils.functional import Promise

from league.orders.models import Order
from league.orders.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of an order: a sentence in the active language, and what a page links to."""

    told: str
    result: dict[str, Any] = field(default_factory=dict)


# does the work of an order at a moment; raises Refused with a sentence, and lets Cancelled pass
CarryOut: TypeAlias = Callable[[Order, Progress, datetime], Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """`label` is what people call it, `permission` (on the club) who may see and cancel it.

    `carry_out` is None for work that nobody can ask for, which is only shown.
    """

    name: str
    label: "str | Promise"
    permission: str
    carry_out: CarryOut | None = None


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    if _KINDS.setdefault(kind.name, kind) != kind:
        raise ValueError(f"the kind {kind.name!r} is registered twice")


def kind_named(name: str) -> Kind:
    return _KINDS[name]
