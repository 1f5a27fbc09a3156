"""Mixing players over tables so that everybody meets everybody about equally often.

A seeded tabu search. The cost of a plan is the sum over pairs of the square of their meetings, so
that a second meeting costs more than a first and a third more than a second; among plans of equal
squares those with fewer extremes are cheaper. Pairs to be kept apart and a larger table for
somebody who had more of them cost extra. Only whole numbers are used, and the work that a search
may do is counted: the same seed gives the same tables on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from league.play.rounds.drawing.nets import net_rounds
from league.play.rounds.drawing.work import MOST_SEARCHED, StoppedSearch, Work

Ints: TypeAlias = NDArray[np.int64]
Tables: TypeAlias = list[list[int]]

SQUARES = 50  # how much the squares of the meetings outweigh the extremes among them
APART = 1_000 * SQUARES  # keeping a pair apart outweighs any number of repeats in a night
EVEN_SIZES = 12 * SQUARES  # an equal share of the larger tables outweighs a few repeats
FORBIDDEN = 1 << 40
STEPS = 30  # tabu steps each time a round is looked at again
PATIENCE = 40  # passes over all rounds without any gain after which the search ends
EFFORT = 40_000  # bounds passes times rounds times players, so large fields get fewer passes
FILLING = 2  # 1 / FILLING of the work is for seating all rounds the first time


@dataclass(frozen=True, slots=True)
class Past:
    """What the players bring along: players are numbered from 0.

    `met[p, q]` counts their meetings, `apart[p, q]` is 1 for a pair to be kept apart, and
    `larger[p]` counts the rounds in which p sat at one of the larger tables.
    """

    met: Ints
    apart: Ints
    larger: Ints


def no_past(players: int) -> Past:
    square = np.zeros((players, players), dtype=np.int64)
    return Past(met=square, apart=square.copy(), larger=np.zeros(players, dtype=np.int64))


class Mixed(NamedTuple):
    """The players of each table of each round; `stopped_search` of a search that had to stop."""

    rounds: list[Tables]
    stopped_search: StoppedSearch | None


def mix(
    sizes: Sequence[int], rounds: int, past: Past, rng: Random, *, most: int = MOST_SEARCHED
) -> Mixed:
    """Return rounds of tables of these sizes, the best found with the `most` work there may be."""
    search = _Search(sizes, rounds, past, rng, Work(most))
    search.fill()
    if len(sizes) > 1:
        search.improve()
    return Mixed(search.tables(), search.stopped_search)


class _Search:
    """The plan under work: `at[r, p]` is the table of player p in round r."""

    def __init__(
        self, sizes: Sequence[int], rounds: int, past: Past, rng: Random, work: Work
    ) -> None:
        self.players = sum(sizes)
        self.sizes = sizes
        self.rounds = rounds
        self.past = past
        self.rng = rng
        self.work = work
        self.units = 60 + self.players**2 // 60  # the work of one step, as measured
        self.stopped_search: StoppedSearch | None = None
        self.chairs = np.repeat(np.arange(len(sizes)), sizes)
        self.is_larger = (np.array(sizes) > min(sizes)).astype(np.int64)
        self.at = np.zeros((rounds, self.players), dtype=np.int64)
        self.met = past.met.copy()
        self.larger = past.larger.copy()
        self.pairs = np.triu_indices(self.players, k=1)
        meetings = int(self.met.sum()) // 2 + rounds * sum(n * (n - 1) // 2 for n in sizes)
        self.target = round(meetings / len(self.pairs[0]))

    def tables(self) -> list[Tables]:
        return [
            [np.flatnonzero(at == table).tolist() for table in range(len(self.sizes))]
            for at in self.at
        ]

    def fill(self) -> None:
        """Seat round after round, each as well as the rounds before it allow.

        Where algebra knows rounds without a repeat, they come first, with the players by lot.
        """
        known = self._known_rounds()
        for number, at in enumerate(known):
            self._put(number, at)
        for number in range(len(known), self.rounds):
            order = list(range(self.players))
            self.rng.shuffle(order)
            at = np.empty(self.players, dtype=np.int64)
            at[order] = self.chairs
            left = FILLING * (self.rounds - number)
            self._put(
                number,
                self._best_round(at, self.work.steps(self.units, most=STEPS, shares=left)),
            )

    def _known_rounds(self) -> list[Ints]:
        if self.is_larger.any() or self.past.met.any() or self.past.apart.any():
            return []
        lot = list(range(self.players))
        self.rng.shuffle(lot)
        rounds = net_rounds(len(self.sizes), self.sizes[0])[: self.rounds]
        return [np.array(at, dtype=np.int64)[lot] for at in rounds]

    def improve(self) -> None:
        """Look at one round after the other again, the others fixed, while that still helps."""
        best, best_cost = self.at.copy(), self._cost()
        patience = max(3, min(PATIENCE, EFFORT // self.players**2))
        idle = 0
        while idle < patience and best_cost > self._least_cost() and not self.work.was_stopped():
            for number in self.rng.sample(range(self.rounds), self.rounds):
                self._take_back(number)
                self._put(number, self._best_round(self.at[number].copy(), STEPS))
                if self.work.was_stopped():
                    break
            cost = self._cost()
            idle = 0 if cost < best_cost else idle + 1
            if cost < best_cost:
                best, best_cost = self.at.copy(), cost
        self.at = best
        if self.work.was_stopped():
            self.stopped_search = StoppedSearch(best_cost, self._least_cost())

    def _put(self, number: int, at: Ints) -> None:
        self.at[number] = at
        self.met += _together(at)
        self.larger += self.is_larger[at]

    def _take_back(self, number: int) -> None:
        self.met -= _together(self.at[number])
        self.larger -= self.is_larger[self.at[number]]

    def _cost(self) -> int:
        return int(
            _meeting_cost(self.met[self.pairs], self.target).sum()
            + APART * (self.met * self.past.apart).sum() // 2
            + EVEN_SIZES * (self.larger**2).sum()
        )

    def _least_cost(self) -> int:
        """Return a cost below which no plan can come."""
        pairs = len(self.pairs[0])
        each, once_more = divmod(int(self.met.sum()) // 2, pairs)
        chairs, odd = divmod(int(self.larger.sum()), self.players)
        return (
            _meeting_cost(each, self.target) * (pairs - once_more)
            + _meeting_cost(each + 1, self.target) * once_more
            + EVEN_SIZES * (chairs**2 * (self.players - odd) + (chairs + 1) ** 2 * odd)
        )

    def _best_round(self, at: Ints, steps: int) -> Ints:
        """Return the best seating found from here by swapping two players at a time."""
        # what it costs to work out the prices is about that of two steps
        if not steps or not self.work.allows(2 * self.units):
            self.work.stop()
            return at
        price = (
            _meeting_cost(self.met + 1, self.target)
            - _meeting_cost(self.met, self.target)
            + APART * self.past.apart
        )
        np.fill_diagonal(price, 0)
        chair_price = EVEN_SIZES * np.outer(2 * self.larger + 1, self.is_larger)
        # company[p, t]: what it costs player p to sit with those who are at table t
        company = price @ np.eye(len(self.sizes), dtype=np.int64)[at] + chair_price
        everybody = np.arange(self.players)
        banned_until = np.zeros((self.players, self.players), dtype=np.int64)
        cost = best_cost = 0
        best = at.copy()
        for step in range(1, steps + 1):
            if not self.work.allows(self.units):
                break
            move = company[:, at] - company[everybody, at][:, None]
            change = move + move.T - 2 * price
            np.copyto(change, FORBIDDEN, where=at[:, None] == at)
            no_better = change >= best_cost - cost
            np.copyto(change, FORBIDDEN, where=no_better & (banned_until >= step))
            one, other = self._cheapest(change)
            if change[one, other] >= FORBIDDEN:
                break
            cost += int(change[one, other])
            here, there = at[one], at[other]
            company[:, here] += price[:, other] - price[:, one]
            company[:, there] += price[:, one] - price[:, other]
            at[one], at[other] = there, here
            banned_until[one, :] = banned_until[:, one] = step + self.rng.randint(2, 6)
            banned_until[other, :] = banned_until[:, other] = step + self.rng.randint(2, 6)
            if cost <= best_cost:
                best, best_cost = at.copy(), cost
        return best

    def _cheapest(self, change: Ints) -> tuple[int, int]:
        cheapest = np.flatnonzero(change == change.min())
        chosen = int(cheapest[self.rng.randrange(len(cheapest))])
        return divmod(chosen, self.players)


Meetings = TypeVar("Meetings", int, Ints)


def _meeting_cost(met: Meetings, target: int) -> Meetings:
    """Return what it costs that two players meet so often, when `target` is the average."""
    return SQUARES * met**2 + (met - target) ** 4


def _together(at: Ints) -> Ints:
    """Return 1 for each pair at one table, 0 for the others and for a player with itself."""
    together: Ints = (at[:, None] == at[None, :]).astype(np.int64)
    np.fill_diagonal(together, 0)
    return together
