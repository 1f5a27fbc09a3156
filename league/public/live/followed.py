"""What open pages follow: an event, a club with all that is played there, or the start page."""

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["event", "club", "front"]
TOLD_OF: tuple[Kind, ...] = ("event", "club")


class Followed(NamedTuple):
    """An event or a club, by its id; the start page is the one of its kind."""

    kind: Kind
    id: int

    @classmethod
    def of_topic(cls, topic: str) -> "Followed | None":
        """Return what a notification of this topic is about ("event:7", "club:3"), if anything.

        Raises ValueError where no number follows.
        """
        kind, _, number = topic.partition(":")
        return cls(kind, int(number)) if kind in TOLD_OF else None

    @property
    def concerned(self) -> "tuple[Followed, ...]":
        """What is to be looked at anew when this has changed: of a club the start page as well."""
        return (self, FRONT) if self.kind == "club" else (self,)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


FRONT = Followed("front", 0)
