"""Full individual movements on numbers: everybody partners everybody, as evenly as is known.

Most are cyclic: for every later round all numbers go up by one, after the last comes 1. Where the
players fill the tables the highest number stays and the others go round without it.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from league.play.rounds.drawing.formats.individual.designs import BASES, NINE, Company
from league.play.rounds.drawing.schedule import single_schedule

# --- Cyclic search ---
# A first round for a cyclic movement where none is stored: a seeded search of bounded length.
#
# In a cyclic movement two players are partners as often as their difference is between partners in
# the first round. The search swaps players there until all differences come about equally often.

SEARCH_EFFORT = 60_000
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
        for _ in range(SEARCH_EFFORT // self.seats**2):
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


Table: TypeAlias = tuple[tuple[int, ...], ...]


class NumberedRound(NamedTuple):
    """The tables of a round, each with its sides, and the numbers that sit out."""

    tables: tuple[Table, ...]
    out: tuple[int, ...]


@lru_cache(maxsize=128)
def cycle_rounds(players: int, seats: int) -> tuple[NumberedRound, ...]:
    """Return the full movement for players 1..players at tables of so many seats."""
    tables: list[tuple[Table, ...]]
    if seats == 2:
        tables = [
            tuple(((one,), (other,)) for one, other in pairs) for pairs in single_schedule(players)
        ]
    elif players == seats == 3:
        tables = [(((1,), (2,), (3,)),)]
    elif players == seats == 6:
        tables = [((side, _others(side)),) for side in combinations(range(1, 7), 3) if 1 in side]
    elif (seats, players) == (4, 9):
        tables = [_read(text) for text in NINE]
    else:
        tables = _cyclic(players, seats)
    return tuple(NumberedRound(here, _out(players, here)) for here in tables)


def _others(side: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number for number in range(1, 7) if number not in side)


def _cyclic(players: int, seats: int) -> list[tuple[Table, ...]]:
    text = BASES[seats].get(players)
    base = search_base(players, seats) if text is None else _read(text)
    cycle = players if players % seats else players - 1
    out = _out(players, base)

    def on(number: int, turn: int) -> int:
        return number if number > cycle else (number + turn - 1) % cycle + 1

    return [
        tuple(tuple(tuple(on(number, turn) for number in side) for side in table) for table in base)
        for turn in _turns(cycle, out)
    ]


def _turns(cycle: int, out: tuple[int, ...]) -> list[int]:
    """Return by how much each round is shifted.

    Where those who sit out have consecutive numbers, the next to sit out are the next numbers, so
    that nobody sits out twice before all did once.
    """
    step = len(out)
    if step < 2 or out != tuple(range(1, step + 1)):
        return list(range(cycle))
    turns: list[int] = []
    first = 0
    while len(turns) < cycle:
        turn = first
        while turn not in turns:
            turns.append(turn)
            turn = (turn + step) % cycle
        first += 1
    return turns


def _out(players: int, tables: tuple[Table, ...]) -> tuple[int, ...]:
    seated = {number for table in tables for side in table for number in side}
    return tuple(number for number in range(1, players + 1) if number not in seated)


def _read(text: str) -> tuple[Table, ...]:
    """Read tables written as "2+5 v 3+4; ...", or in letters as "BE-CD ..." (A is 1, a is 27)."""
    if "+" in text:
        return tuple(
            tuple(tuple(int(number) for number in side.split("+")) for side in table.split(" v "))
            for table in text.split("; ")
        )
    return tuple(
        tuple(tuple(_number(letter) for letter in side) for side in table.split("-"))
        for table in text.split()
    )


def _number(letter: str) -> int:
    return ord(letter) - ord("A") + 1 if letter <= "Z" else ord(letter) - ord("a") + 27


LOTS, EFFORT = 40, 20_000


def pick_rounds(
    cycle: Sequence[NumberedRound], count: int, players: int, company: Company, rng: Random
) -> list[NumberedRound] | None:
    """Return so many rounds of the movement in which nobody sits out twice before all did once.

    Of several such choices the one with the least cost; None where there is none. `company` is
    what the players bring along, number 1 first.
    """
    best: list[NumberedRound] | None = None
    best_cost = 0
    orders = [list(cycle)]
    for _ in range(min(LOTS, EFFORT // (players * len(cycle)))):
        orders.append(rng.sample(cycle, len(cycle)))
    for order in orders:
        chosen = _in_turn(order, count, players)
        if chosen is None:
            continue
        cost = _cost(chosen, company)
        if best is None or cost < best_cost:
            best, best_cost = chosen, cost
    return best


def _in_turn(order: list[NumberedRound], count: int, players: int) -> list[NumberedRound] | None:
    """Take the first round of the order that keeps sit-outs even, again and again."""
    left = list(order)
    chosen: list[NumberedRound] = []
    waits = [0] * (players + 1)
    while len(chosen) < count:
        for numbered in left:
            after = list(waits)
            for number in numbered.out:
                after[number] += 1
            if max(after[1:]) - min(after[1:]) <= 1:
                break
        else:
            return None
        left.remove(numbered)
        chosen.append(numbered)
        waits = after
    return chosen


def _cost(chosen: Sequence[NumberedRound], company: Company) -> int:
    company = company.copy()
    for numbered in chosen:
        company.add(
            [[[number - 1 for number in side] for side in table] for table in numbered.tables]
        )
    return company.cost()
