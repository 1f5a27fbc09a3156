"""Who did it, and when: a person with an account, a player without one, or the service itself."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """`via` is the face it came through: desk, table, api, public or system.

    The name is kept only of somebody without a number: of no account and no player of the club.
    """

    user_id: int | None = None
    players: tuple[int, ...] = ()
    name: str
    via: str

    @property
    def word(self) -> str:
        """The name of somebody without a number."""
        return "" if self.players or self.user_id is not None else self.name

    def __post_init__(self) -> None:
        if self.via not in ("desk", "table", "api", "public", "system"):
            raise ValueError(f"unknown face {self.via!r}")


SYSTEM = Actor(name="Tricktable", via="system")


@dataclass(frozen=True, slots=True)
class Act:
    """Who does something, and when.

    `undoes` is the number of the happening that it takes back, if it is an undo.
    """

    actor: Actor
    at: datetime
    undoes: int | None = None
