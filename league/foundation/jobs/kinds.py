"""The kinds of jobs. Who carries a kind out registers it when the apps are loaded."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.foundation.jobs.apart import Progress
from league.foundation.jobs.models import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a job: a sentence in the active language, and data for links of its page."""

    sentence: str
    result: dict[str, Any] = field(default_factory=dict)
    file: "File | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that a job made for the person who requested it, and its `name` when it is saved."""

    name: str
    content: bytes


# does the work of a job at a moment; raises Refused with a sentence, and lets Cancelled pass
CarryOut: TypeAlias = Callable[[Job, Progress, datetime], Outcome]
# what is true when the work stopped after so many parts of so many (of 0: nobody knows how many)
Left: TypeAlias = Callable[[int, int], str]


def nothing_changed(_done: int, _total: int) -> str:
    return _("Everything is as it was before.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """`label` is what people call it, `permission` (on the club) who may see and cancel it.

    `carry_out` is None for work that nobody can ask for, which is only shown. `left` says what is
    true of the facts when the work stopped on its way. Of work that goes on `one_at_a_time` a
    club has no two pieces in hand, however many it may have otherwise.
    """

    name: str
    label: "str | Promise"
    permission: str
    carry_out: CarryOut | None = None
    left: Left = nothing_changed
    one_at_a_time: bool = False


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    if _KINDS.setdefault(kind.name, kind) != kind:
        raise ValueError(f"the kind {kind.name!r} is registered twice")


def kind_named(name: str) -> Kind:
    return _KINDS[name]
