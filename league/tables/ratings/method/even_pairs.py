"""Pairs of even strength, formed from single players."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple


class EvenPairs(NamedTuple):
    """Pairs, the strongest sum first; `left_over` has nobody to play with."""

    pairs: tuple[tuple[int, int], ...]
    left_over: int | None

    def sums(self, strengths: Mapping[int, float]) -> list[float]:
        return [strengths[one] + strengths[other] for one, other in self.pairs]


def even_pairs(strengths: Mapping[int, float], rng: Random) -> EvenPairs:
    """Return pairs whose sums are level: the strongest with the weakest, and so on inwards.

    No other pairing has a smaller largest sum or a larger smallest one, and none has sums whose
    squares are smaller together. Who is equally strong is ordered by `rng`. With an odd number
    the one in the middle is left over: so the sums stay as level as they can.
    """
    order = sorted(strengths)
    rng.shuffle(order)
    order.sort(key=lambda player: -strengths[player])
    left_over = order.pop(len(order) // 2) if len(order) % 2 else None
    half = len(order) // 2
    pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
    pairs.sort(key=lambda pair: -(strengths[pair[0]] + strengths[pair[1]]))
    return EvenPairs(tuple(pairs), left_over)
