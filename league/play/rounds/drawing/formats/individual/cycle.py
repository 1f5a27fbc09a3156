"""Full individual movements on numbers: everybody partners everybody, as evenly as is known.

Most are cyclic: for every later round all numbers go up by one, after the last comes 1. Where the
players fill the tables the highest number stays and the others go round without it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from league.play.rounds.drawing.formats.individual.company import Company
from league.play.rounds.drawing.formats.individual.cyclic_search import search_base
from league.play.rounds.drawing.formats.individual.designs import BASES, NINE
from league.play.rounds.drawing.schedule import single_schedule

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
