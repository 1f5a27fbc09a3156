"""Rounds searched for: who plays with and against whom, given what has been played.

Who sits out is settled first, by turns. Then a seeded tabu search looks at one round after the
other, the others fixed, and swaps two players at a time, as long as that still helps.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.rounds.drawing.individual.company import Company, Ints, Tables
from league.rounds.drawing.nets import net_rounds

Floats: TypeAlias = NDArray[np.float64]

FORBIDDEN = 1e15
STEPS = 24  # swaps each time a round is looked at
PATIENCE = 6  # looks at every round, without any gain, before the search gives up
EFFORT = 2_000  # large fields get fewer looks, since each one takes longer
LONGEST = 3  # times as many looks at most, however well it goes


def search_rounds(
    playing: Sequence[Sequence[int]], seats: int, company: Company, rng: Random
) -> list[Tables]:
    """Return the tables of each round for those who play in it; `company` is what has been."""
    search = _Search(playing, seats, company.copy(), rng)
    search.fill()
    search.improve()
    return search.tables()


class _Search:
    """`at[r][i]` is the side, counted through all tables, of the i-th who plays in round r."""

    def __init__(
        self, playing: Sequence[Sequence[int]], seats: int, company: Company, rng: Random
    ) -> None:
        self.playing = [np.array(here, dtype=np.int64) for here in playing]
        self.seats = seats
        self.sides = 3 if seats == 3 else 2
        self.company = company
        self.rng = rng
        self.at: list[Ints] = []

    def tables(self) -> list[Tables]:
        return [self._as_tables(number) for number in range(len(self.at))]

    def fill(self) -> None:
        """Seat round after round; where algebra knows tables at which nobody meets twice, these."""
        nets = self._nets()
        size = self.seats // self.sides
        for number, here in enumerate(self.playing):
            chairs = np.repeat(np.arange(len(here) // size), size)
            if number < len(nets):
                at = np.empty(len(here), dtype=np.int64)
                order = np.argsort(np.array(nets[number]), kind="stable")
                at[order] = chairs
            else:
                lot = list(range(len(here)))
                self.rng.shuffle(lot)
                at = chairs[np.array(lot, dtype=np.int64)]
            self.at.append(at)
            if number >= len(nets):
                self.at[number] = self._best_round(number)
            self._count(number, 1)

    def _nets(self) -> list[list[int]]:
        players = len(self.company.partners)
        if self.company.opponents.any() or self.company.apart.any() or players % self.seats:
            return []
        return net_rounds(players // self.seats, self.seats)

    def improve(self) -> None:
        best, best_cost = [at.copy() for at in self.at], self.company.cost()
        least = self.company.least_cost()
        work = max(1, len(self.at)) * len(self.company.partners)
        patience = max(2, min(PATIENCE, EFFORT // work))
        idle = 0
        for _ in range(LONGEST * patience):
            if idle == patience or best_cost <= least:
                break
            for number in self.rng.sample(range(len(self.at)), len(self.at)):
                self._count(number, -1)
                self.at[number] = self._best_round(number)
                self._count(number, 1)
            cost = self.company.cost()
            idle = 0 if cost < best_cost else idle + 1
            if cost < best_cost:
                best, best_cost = [at.copy() for at in self.at], cost
        self.at = best

    def _count(self, number: int, by: int) -> None:
        self.company.add_round(self.playing[number], self.at[number], self.sides, by)

    def _as_tables(self, number: int) -> Tables:
        here, at = self.playing[number], self.at[number]
        size = self.seats // self.sides
        seated = here[np.argsort(at, kind="stable")].reshape(-1, self.sides, size)
        tables: Tables = seated.tolist()
        return tables

    def _best_round(self, number: int) -> Ints:
        """Return the best seating of a round found from here; its own meetings are not counted."""
        here, at = self.playing[number], self.at[number].copy()
        partners, opponents = (
            price[np.ix_(here, here)].astype(np.float64) for price in self.company.prices()
        )
        banned_until = np.zeros((len(here), len(here)), dtype=np.int64)
        cost = best_cost = 0.0
        best = at.copy()
        for step in range(1, STEPS + 1):
            change = self._changes(at, partners, opponents)
            no_better = change >= best_cost - cost
            np.copyto(change, FORBIDDEN, where=no_better & (banned_until >= step))
            cheapest = np.flatnonzero(change == change.min())
            one, other = divmod(int(cheapest[self.rng.randrange(len(cheapest))]), len(here))
            if change[one, other] >= FORBIDDEN:
                break
            cost += float(change[one, other])
            at[one], at[other] = at[other], at[one]
            for moved in (one, other):
                banned_until[moved, :] = banned_until[:, moved] = step + self.rng.randint(2, 6)
            if cost <= best_cost:
                best, best_cost = at.copy(), cost
        return best

    def _changes(self, at: Ints, partners: Floats, opponents: Floats) -> Floats:
        """Return by how much the cost of a round changes when two players swap their chairs."""
        sides = int(at.max()) + 1
        on_side = np.eye(sides)[at]
        against = opponents @ on_side
        at_table = against.reshape(len(at), -1, self.sides).sum(axis=2).repeat(self.sides, axis=1)
        company = partners @ on_side + at_table - against
        move = company[:, at] - company[np.arange(len(at)), at][:, None]
        change: Floats = move + move.T - 2 * partners
        table = at // self.sides
        change += np.where(table[:, None] == table[None, :], 2 * opponents, 0.0)
        np.copyto(change, FORBIDDEN, where=at[:, None] == at)
        return change
