"""Search for rounds in which players have new partners and opponents, given the rounds played.

Who sits out is settled first, by turns. Then a seeded tabu search looks at one round after the
other, the others fixed, and swaps two players at a time, as long as that still helps and there is
work left to do.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.play.rounds.drawing.formats.individual.designs import Company, Ints, Tables
from league.play.rounds.drawing.nets import net_rounds
from league.play.rounds.drawing.work import Work

Floats: TypeAlias = NDArray[np.float64]

FORBIDDEN = 1e15
STEPS = 24  # the most swaps of two players in one pass over a round
PATIENCE = 6  # passes over all rounds without any gain after which the search ends
EFFORT = 2_000  # bounds passes times rounds times players, so large fields get fewer passes
LONGEST = 3  # at most this many times PATIENCE passes, also while there is still a gain
FILLING = 2  # 1 / FILLING of the work is for seating all rounds the first time


def search_rounds(
    playing: Sequence[Sequence[int]], seats: int, company: Company, rng: Random, work: Work
) -> list[Tables]:
    """Return the tables of each round; `playing` has the players (indexes) of each round.

    `company` counts who was together in the rounds played. When `work` is used up, the best rounds
    found so far are returned.
    """
    search = _Search(playing, seats, company.copy(), rng, work)
    search.fill()
    search.improve()
    return search.tables()


class _Search:
    """`at[r][i]` is the side, counted through all tables, of the i-th who plays in round r."""

    def __init__(
        self,
        playing: Sequence[Sequence[int]],
        seats: int,
        company: Company,
        rng: Random,
        work: Work,
    ) -> None:
        self.playing = [np.array(here, dtype=np.int64) for here in playing]
        self.seats = seats
        self.sides = 3 if seats == 3 else 2
        self.company = company
        self.rng = rng
        self.work = work
        self.at: list[Ints] = []

    def tables(self) -> list[Tables]:
        return [self._as_tables(number) for number in range(len(self.at))]

    def fill(self) -> None:
        """Seat round after round: by `nets` without repeats where they exist, else by searches."""
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
                left = FILLING * (len(self.playing) - number)
                steps = self.work.steps(step_units(len(here)), most=STEPS, shares=left)
                self.at[number] = self._best_round(number, steps)
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
                self.at[number] = self._best_round(number, STEPS)
                self._count(number, 1)
                if self.work.was_stopped():
                    break
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

    def _best_round(self, number: int, steps: int) -> Ints:
        """Return the best seating of a round; `company` must not count the round itself."""
        here, at = self.playing[number], self.at[number].copy()
        units = step_units(len(here))
        # what it costs to work out the prices is about that of four steps
        if not steps or not self.work.allows(4 * units):
            self.work.stop()
            return at
        swaps = _Swaps(at, self.sides, *(price[np.ix_(here, here)] for price in self.prices()))
        banned_until = np.zeros((len(here), len(here)), dtype=np.int64)
        cost = best_cost = 0.0
        best = at.copy()
        for step in range(1, steps + 1):
            if not self.work.allows(units):
                break
            change = swaps.changes()
            no_better = change >= best_cost - cost
            np.copyto(change, FORBIDDEN, where=no_better & (banned_until >= step))
            cheapest = np.flatnonzero(change == change.min())
            one, other = divmod(int(cheapest[self.rng.randrange(len(cheapest))]), len(here))
            if change[one, other] >= FORBIDDEN:
                break
            cost += float(change[one, other])
            swaps.swap(one, other)
            for moved in (one, other):
                banned_until[moved, :] = banned_until[:, moved] = step + self.rng.randint(2, 6)
            if cost <= best_cost:
                best, best_cost = at.copy(), cost
        return best

    def prices(self) -> tuple[Floats, Floats]:
        partners, opponents = self.company.prices()
        return partners.astype(np.float64), opponents.astype(np.float64)


def step_units(players: int) -> int:
    """Return the work of one swap among so many players, as measured."""
    return 80 + players**2 // 40


class _Swaps:
    """The change of cost for each swap of two players of a round; swaps are done in `at`.

    `company[p, s]` is what it costs player p to sit on side s with those who are there, and
    against the others of that table. Whole numbers, so that adding up gives the same every time.
    """

    def __init__(self, at: Ints, sides: int, partners: Floats, opponents: Floats) -> None:
        self.at = at
        self.sides = sides
        self.partners = partners
        self.opponents = opponents
        self.everybody = np.arange(len(at))
        on_side = np.eye(int(at.max()) + 1)[at]
        against = opponents @ on_side
        at_table = against.reshape(len(at), -1, sides).sum(axis=2).repeat(sides, axis=1)
        self.company: Floats = partners @ on_side + at_table - against
        self.twice_partners = 2 * partners
        self.twice_opponents = 2 * opponents

    def changes(self) -> Floats:
        """Return by how much the cost of the round changes when two players swap their chairs."""
        at = self.at
        move = self.company[:, at] - self.company[self.everybody, at][:, None]
        change: Floats = move + move.T - self.twice_partners
        table = at // self.sides
        np.add(change, self.twice_opponents, out=change, where=table[:, None] == table)
        np.copyto(change, FORBIDDEN, where=at[:, None] == at)
        return change

    def swap(self, one: int, other: int) -> None:
        at = self.at
        here, there = int(at[one]), int(at[other])
        for side, leaves, comes in ((here, one, other), (there, other, one)):
            self.company[:, side] += self.partners[:, comes] - self.partners[:, leaves]
            change = (self.opponents[:, comes] - self.opponents[:, leaves])[:, None]
            first = side - side % self.sides
            self.company[:, first : first + self.sides] += change
            self.company[:, side] -= change[:, 0]
        at[one], at[other] = there, here
