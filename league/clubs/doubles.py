"""What else has to move when two rows turn out to be one person.

Clubs know nothing of events and rounds above them: whoever keeps players in rows of its own
registers here what a merge moves, and what forbids it.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from league.clubs.models import Player

# (stays, goes) -> sentences that name what is in the way
Obstacles: TypeAlias = Callable[[Player, Player], Sequence[str]]
# (stays, goes) -> sentences that name what will move, and what stays as it was
Preview: TypeAlias = Callable[[Player, Player], Sequence[str]]
Move: TypeAlias = Callable[[Player, Player], None]


class Keeper(NamedTuple):
    """A subject that keeps players in its rows. `move` runs in the transaction of the merge."""

    name: str
    obstacles: Obstacles
    preview: Preview
    move: Move


_KEEPERS: dict[str, Keeper] = {}


def register(keeper: Keeper) -> None:
    _KEEPERS[keeper.name] = keeper


def keepers() -> tuple[Keeper, ...]:
    return tuple(_KEEPERS.values())
