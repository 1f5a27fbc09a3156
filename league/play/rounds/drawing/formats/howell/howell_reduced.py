"""Reduced Howells: fewer rounds than a full one, with more than one pair that stays.

For `tables` tables and `rounds` rounds, tables <= rounds <= 2 * tables - 2, the numbers 1..rounds
move and the rest stay at (appendix) tables of their own. In the first round some movers meet each
other, with differences that are all different, and some meet those who stay; a pair at x and y
plays the set x + y, a mover at c who meets one that stays the set c + c', where c' is another such
place. If those sums are all different, the round shifted on by one each time is a movement in
which nobody meets anybody twice, everybody plays every set once, and no set is at two tables: a
partial starter with its adder. Found by a seeded search of bounded length; its soundness is
tested for every size.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

LOTS, STEPS = 12, 400
# as "N/S-E/W:set"; the sum rule has no movement here, another choice of sets has
STORED = {
    (5, 7): "8-4:5 9-6:4 10-7:3 1-2:1 3-5:7",
    (9, 15): "16-11:7 17-12:9 18-14:5 1-2:1 3-5:6 4-7:11 6-10:4 8-13:3 9-15:2",
}


class BaseTable(NamedTuple):
    """A table of the first round: who sits N/S, who E/W, and the deal set."""

    first: int
    second: int
    deal_set: int


def read_base(text: str) -> tuple[BaseTable, ...]:
    """Read tables written as "8-1:1 2-4:3": N/S, E/W and deal set."""
    return tuple(BaseTable(*map(int, table.replace(":", "-").split("-"))) for table in text.split())


@lru_cache(maxsize=256)
def reduced_base(tables: int, rounds: int) -> tuple[BaseTable, ...] | None:
    """Return the first round of a reduced Howell, or None where the search finds none.

    By enumeration there is none of this kind for 4 tables, for 6 with 6 or 7 rounds and for 8
    with 8 or 9; an even number of tables never has one of as many rounds.
    """
    if (tables, rounds) in STORED:
        return read_base(STORED[tables, rounds])
    for lot in range(LOTS):
        # repeatable on purpose: the same size has the same movement everywhere
        search = _Search(tables, rounds, Random(f"{tables} {rounds} {lot}"))  # noqa: S311  # nosec B311
        base = search.run()
        if base is not None:
            return base
    return None


class _Search:
    def __init__(self, tables: int, rounds: int, rng: Random) -> None:
        self.tables = tables
        self.rounds = rounds
        self.rng = rng
        self.steps = STEPS
        self.free = set(range(rounds))
        self.sums: set[int] = set()
        self.pairs: list[tuple[int, int]] = []
        self.differences = set(range(1, (rounds + 1) // 2))

    def run(self) -> tuple[BaseTable, ...] | None:
        if not self._pair_up():
            return None
        alone = sorted(self.free)
        partners = self._partners(alone, list(alone))
        if partners is None:
            return None
        met = [BaseTable(x + 1, y + 1, self._sum(x, y) + 1) for x, y in self.pairs]
        stay = [
            BaseTable(self.rounds + place, c + 1, self._sum(c, other) + 1)
            for place, (c, other) in enumerate(zip(alone, partners, strict=True), start=1)
        ]
        return (*stay, *met)

    def _sum(self, one: int, other: int) -> int:
        return (one + other) % self.rounds

    def _pair_up(self) -> bool:
        """Let rounds - tables pairs of movers meet, all differences and sums different."""
        if len(self.pairs) == self.rounds - self.tables:
            return True
        self.steps -= 1
        if self.steps < 0:
            return False
        choices = [list(self._choices(step)) for step in sorted(self.differences)]
        missing = self.rounds - self.tables - len(self.pairs)
        useful = [choice for choice in choices if choice]
        if len(useful) < missing:
            return False
        options = min(useful, key=len)
        self.rng.shuffle(options)
        for x, y in options:
            self._take(x, y)
            if self._pair_up():
                return True
            self._put_back(x, y)
        return False

    def _choices(self, step: int) -> Iterator[tuple[int, int]]:
        for x in sorted(self.free):
            y = (x + step) % self.rounds
            if y in self.free and self._sum(x, y) not in self.sums:
                yield x, y

    def _take(self, x: int, y: int) -> None:
        self.free -= {x, y}
        self.sums.add(self._sum(x, y))
        self.pairs.append((x, y))
        self.differences.discard(self._step(x, y))

    def _put_back(self, x: int, y: int) -> None:
        self.free |= {x, y}
        self.sums.discard(self._sum(x, y))
        self.pairs.pop()
        self.differences.add(self._step(x, y))

    def _step(self, x: int, y: int) -> int:
        return min((x - y) % self.rounds, (y - x) % self.rounds)

    def _partners(self, alone: Sequence[int], left: list[int]) -> list[int] | None:
        """Return the places in an order in which their sums with `alone` are new and different."""
        if not alone:
            return []
        self.steps -= 1
        if self.steps < -2 * STEPS:
            return None
        for other in sorted(left, key=lambda pair: self.rng.random()):
            total = self._sum(alone[0], other)
            if total in self.sums:
                continue
            self.sums.add(total)
            rest = self._partners(alone[1:], [pair for pair in left if pair != other])
            if rest is not None:
                return [other, *rest]
            self.sums.discard(total)
        return None
