"""Who does something, and when: what every service that writes is given as `by`."""

from dataclasses import dataclass
from datetime import datetime

from league.foundation.journal.actor import Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """`undoes` is the number of the happening that it takes back, if it is an undo."""

    actor: Actor
    at: datetime
    undoes: int | None = None
