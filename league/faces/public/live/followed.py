"""What open pages follow: an event, a club with all that is played there, or the start page.

The further pages of the list of clubs are followed each on its own.
"""

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["event", "club", "front"]
NOTIFIED_KINDS: tuple[Kind, ...] = ("event", "club")


class Followed(NamedTuple):
    """An event or a club, by its id; the start page is 0, a further page of it has its number."""

    kind: Kind
    id: int

    @classmethod
    def of_topic(cls, topic: str) -> "Followed | None":
        """Return what a notification of this topic is about ("event:7", "club:3"), if anything.

        Raises ValueError where no number follows.
        """
        kind, _, number = topic.partition(":")
        return cls(kind, int(number)) if kind in NOTIFIED_KINDS else None

    def hears_of(self, changed: "Followed") -> bool:
        """Say whether this has changed too: the start page has when any club has."""
        return self == changed or (self.kind == "front" and changed.kind == "club")

    @property
    def is_further_page(self) -> bool:
        return self.kind == "front" and self.id > 0

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


FRONT = Followed("front", 0)
