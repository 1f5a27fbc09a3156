"""Fewer rounds than a full movement: which of its rounds, so that sit-outs stay even."""

from collections.abc import Sequence
from random import Random

from league.rounds.drawing.formats.individual.company import Company
from league.rounds.drawing.formats.individual.cycle import NumberedRound

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
