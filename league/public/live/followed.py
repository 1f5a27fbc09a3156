"""What open pages follow: an event, or a club with all that is played there."""

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["event", "club"]
KINDS: tuple[Kind, ...] = ("event", "club")


class Followed(NamedTuple):
    """An event or a club, by its id."""

    kind: Kind
    id: int

    @classmethod
    def of_topic(cls, topic: str) -> "Followed | None":
        """Return what a notification of this topic is about ("event:7", "club:3"), if anything.

        Raises ValueError where no number follows.
        """
        kind, _, number = topic.partition(":")
        return cls(kind, int(number)) if kind in KINDS else None

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
