"""Figures of a scored deal for the statistics of its players, in the same words for every game.

How they are read from a game's deals is a field of its `Variant`: `figures`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.ruleset import Ruleset


class Achievement(NamedTuple):
    """Something remarkable that was done in a deal, by a side and, if known, the player in a seat.

    `Variant.achievements` has the kinds of each game.
    """

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
    achievements: tuple[Achievement, ...] = ()


THROWN_IN = DealFigures(played=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal as it was entered (`data`) and its result; docs/rules/<game>.md explains `detail`."""

    ruleset: Ruleset
    data: Mapping[str, Any]
    made: bool | None
    detail: Mapping[str, Any]

    @property
    def is_record(self) -> bool:
        return "summary" not in self.data
