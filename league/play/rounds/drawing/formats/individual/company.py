"""How often players were partners and opponents, and what it costs that they are so again.

Players are numbered from 0 here. The cost of a pair is a sum of squares, so that a second time
costs more than a first and a third more than a second: most for partners, then for opponents, and
a little for sitting together at all. Whole numbers only: the same on every machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.play.rounds.drawing.movement_facts import Facts

Ints: TypeAlias = NDArray[np.int64]
Tables: TypeAlias = list[list[list[int]]]  # the players of each side of each table

PARTNERS, OPPONENTS, TOGETHER = 40, 4, 1
APART = 100_000  # keeping a pair apart outweighs any number of repeats


@dataclass(slots=True)
class Company:
    """Square tables: times as partners, times as opponents, and 1 for pairs to keep apart."""

    partners: Ints
    opponents: Ints
    apart: Ints

    @classmethod
    def of(cls, players: Sequence[str], facts: Facts, avoid: Iterable[frozenset[str]]) -> "Company":
        index = {player: place for place, player in enumerate(players)}
        counts = (dict.fromkeys(avoid, 1), facts.partners, facts.opponents)
        apart, partners, opponents = (
            np.zeros((len(players), len(players)), dtype=np.int64) for _ in counts
        )
        for square, times in zip((apart, partners, opponents), counts, strict=True):
            for pair, count in times.items():
                if pair <= index.keys():
                    one, other = (index[player] for player in pair)
                    square[one, other] = square[other, one] = count
        return cls(partners, opponents, apart)

    def copy(self) -> "Company":
        return Company(self.partners.copy(), self.opponents.copy(), self.apart)

    def add(self, tables: Tables) -> None:
        """Add a round, given as the players of each side of each table, all of one size."""
        self._count(np.array(tables, dtype=np.int64), 1)

    def add_round(self, here: Ints, at: Ints, sides: int, by: int = 1) -> None:
        """Add a round in which player here[i] is on side at[i], counted through all tables."""
        size = len(at) // (int(at.max()) + 1)
        self._count(here[np.argsort(at, kind="stable")].reshape(-1, sides, size), by)

    def _count(self, seated: Ints, by: int) -> None:
        """Count the players of `seated[table, side, place]`: at no two tables is the same pair."""
        tables, sides, size = seated.shape
        side_of = np.repeat(np.arange(sides), size)
        together = side_of[:, None] == side_of
        chairs = seated.reshape(tables, -1)
        for square, wanted in ((self.partners, together), (self.opponents, ~together)):
            one, other = np.nonzero(wanted)
            apart = one != other
            square[chairs[:, one[apart]], chairs[:, other[apart]]] += by

    def prices(self) -> tuple[Ints, Ints]:
        """Return what it costs more that two are partners once more, or opponents."""
        together = TOGETHER * (2 * (self.partners + self.opponents) + 1) + APART * self.apart
        partners = PARTNERS * (2 * self.partners + 1) + together
        opponents = OPPONENTS * (2 * self.opponents + 1) + together
        np.fill_diagonal(partners, 0)
        np.fill_diagonal(opponents, 0)
        return partners, opponents

    def cost(self) -> int:
        met = self.partners + self.opponents
        squares = PARTNERS * self.partners**2 + OPPONENTS * self.opponents**2 + TOGETHER * met**2
        return int(squares.sum() + 2 * APART * (met * self.apart).sum()) // 2

    def least_cost(self) -> int:
        """Return a cost below which none can come that has as many meetings in all."""
        pairs = len(self.partners) * (len(self.partners) - 1) // 2
        total = 0
        for weight, square in (
            (PARTNERS, self.partners),
            (OPPONENTS, self.opponents),
            (TOGETHER, self.partners + self.opponents),
        ):
            each, more = divmod(int(square.sum()) // 2, pairs)
            total += weight * (each**2 * (pairs - more) + (each + 1) ** 2 * more)
        return total
