"""A first round for a cyclic movement where none is stored: a seeded search of bounded length.

In a cyclic movement two players are partners as often as their difference is between partners in
the first round. The search swaps players there until all differences come about equally often.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from random import Random

EFFORT = 60_000
WEIGHTS = (3, 2)  # an uneven share of partners weighs more than one of opponents
WARMTH = 1.0


@lru_cache(maxsize=64)
def search_base(players: int, seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the tables of the first round; the numbers 1, 2, ... that find no table sit out."""
    return _Search(players, seats).run()


class _Search:
    """`chairs` holds places 0.. on the circle, table after table; -1 is the number that stays.

    At a table the sides take turns in the chairs. `counts` says how often each difference comes
    among partners (0) and among opponents (1).
    """

    def __init__(self, players: int, seats: int) -> None:
        # repeatable on purpose: the same size has the same movement everywhere
        self.rng = Random(f"{players} {seats}")  # noqa: S311  # nosec B311
        self.seats = seats
        self.sides = 3 if seats == 3 else 2
        out = players % seats
        self.circle = players if out else players - 1
        self.fixed = 0 if out else 1
        places = list(range(out, self.circle))
        self.rng.shuffle(places)
        self.chairs = places if out else [-1, *places]
        mates = seats // self.sides - 1
        each = len(self.chairs) / (self.circle - 1)
        self.fair = (each * mates, each * (seats - 1 - mates))
        self.counts = [[0] * (self.circle // 2 + 1) for _ in WEIGHTS]
        most = seats * len(self.chairs)  # a pair counts twice at most
        self.prices = [[self._price(kind, count) for count in range(most)] for kind in (0, 1)]
        self.cost = 0

    def run(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        self.cost = sum(self._price(kind, 0) for kind in (0, 1) for _ in range(self.circle // 2))
        tables = range(len(self.chairs) // self.seats)
        self._count(tables, 1)
        best, best_cost = list(self.chairs), self.cost
        for _ in range(EFFORT // self.seats**2):
            if best_cost == 0:
                break
            one, other = (self.rng.randrange(self.fixed, len(self.chairs)) for _ in range(2))
            before = self.cost
            self._swap(one, other)
            worse = self.cost - before
            if worse > 0 and self.rng.random() >= math.exp(-worse / WARMTH):
                self._swap(one, other)
            elif self.cost < best_cost:
                best, best_cost = list(self.chairs), self.cost
        return self._as_tables(best)

    def _swap(self, one: int, other: int) -> None:
        tables = {one // self.seats, other // self.seats}
        self._count(tables, -1)
        self.chairs[one], self.chairs[other] = self.chairs[other], self.chairs[one]
        self._count(tables, 1)

    def _count(self, tables: Iterable[int], by: int) -> None:
        circle, half = self.circle, self.circle // 2
        for table in tables:
            here = self.chairs[table * self.seats : (table + 1) * self.seats]
            for (chair, one), (other_chair, other) in combinations(enumerate(here), 2):
                if one < 0 or other < 0:
                    continue
                difference = (one - other) % circle
                if difference > half:
                    difference = circle - difference
                kind = 0 if (chair - other_chair) % self.sides == 0 else 1
                counts, prices = self.counts[kind], self.prices[kind]
                self.cost -= prices[counts[difference]]
                # half of the circle is the same difference both ways round
                counts[difference] += by * (2 if 2 * difference == circle else 1)
                self.cost += prices[counts[difference]]

    def _price(self, kind: int, count: int) -> int:
        """Return what it costs that a difference comes so often instead of its fair share."""
        fair = self.fair[kind]
        off = max(math.floor(fair) - count, count - math.ceil(fair), 0)
        return WEIGHTS[kind] * off * off

    def _as_tables(self, chairs: list[int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        numbers = [self.circle + 1 if place < 0 else place + 1 for place in chairs]
        return tuple(
            tuple(
                tuple(numbers[table + side : table + self.seats : self.sides])
                for side in range(self.sides)
            )
            for table in range(0, len(numbers), self.seats)
        )
