"""What a deal says of those who played it, in the same words for every game.

How a game's deals are read is a field of its `Variant`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.ruleset import Ruleset


class Feat(NamedTuple):
    """Something to remember. `seat` is None where only the side is known that did it."""

    kind: str
    side: int
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFigures:
    """The figures of one deal, in the points of its game; what nobody wrote down is None.

    `taken` is what counted towards the bid, meld included. `seat_melds` are by seat, `side_melds`
    by side, None in games without melds. A deal that was thrown in is not `played`.
    """

    played: bool
    side: int | None = None
    declarer: int | None = None
    bid: int | None = None
    made: bool | None = None
    taken: int | None = None
    seat_melds: Sequence[int] | None = None
    side_melds: Sequence[int] | None = None
    feats: tuple[Feat, ...] = ()


THROWN_IN = DealFigures(played=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal with what it came to: `detail` as its game's rulebook has it."""

    ruleset: Ruleset
    data: Mapping[str, Any]
    made: bool | None
    detail: Mapping[str, Any]

    @property
    def is_record(self) -> bool:
        return "summary" not in self.data
