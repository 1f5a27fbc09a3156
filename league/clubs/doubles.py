"""What else has to move when two rows turn out to be one person.

Clubs know nothing of events and rounds above them: whoever keeps players in rows of its own
registers here what a merge moves, and what forbids it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from league.clubs.models import Player
from league.refusal import Refused

# (stays, goes) -> sentences that name what is in the way
Obstacles: TypeAlias = Callable[[Player, Player], Sequence[str]]
# (stays, goes) -> sentences that name what will move, and what stays as it was
Preview: TypeAlias = Callable[[Player, Player], Sequence[str]]
# (stays, goes) -> what was moved, as JSON, for the journal
Move: TypeAlias = Callable[[Player, Player], Mapping[str, Any]]
# (stays, goes, what was moved) -> all of it is where it was; raises CannotUndoMerge
PutBack: TypeAlias = Callable[[Player, Player, Mapping[str, Any]], None]


class CannotUndoMerge(Refused):
    """Something that the merge moved has changed since, so it cannot be put back as it was."""

    code = "cannot_undo_merge"


class Keeper(NamedTuple):
    """A subject that keeps players in its rows.

    `move` runs in the transaction of the merge, `put_back` in that of taking it back: the lowest
    subject first, as they were registered.
    """

    name: str
    obstacles: Obstacles
    preview: Preview
    move: Move
    put_back: PutBack


_KEEPERS: dict[str, Keeper] = {}


def register(keeper: Keeper) -> None:
    _KEEPERS[keeper.name] = keeper


def keepers() -> tuple[Keeper, ...]:
    return tuple(_KEEPERS.values())
