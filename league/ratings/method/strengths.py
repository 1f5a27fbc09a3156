"""Strengths by the model of Weng and Lin (JMLR 12, 2011), worked out by the openskill library.

A table is rated by its margin, not only by who won: `share_of` turns the margin into a share of a
win from 0 to 1. With two sides a new strength is linear in that share, so it lies between those
that the library gives for a loss and for a win. With more sides each pair of sides is compared,
as in the model's "Bradley-Terry, full".
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import erf, hypot, sqrt
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MU, SIGMA = 25.0, 25 / 3
BETA = 25 / 6  # what luck does at a table of USUAL_DEALS; more deals, less luck
TAU = 25 / 300  # strengths drift: certainty is lost a little with every table
USUAL_DEALS = 4
KAPPA = 1e-4
# the uncertainty has fallen by a quarter: about ten tables of a pair, about seventeen of a player
# who shares the credit with a partner
SETTLED_SIGMA = 6.25


class Strength(NamedTuple):
    """A strength `mu` with its uncertainty `sigma` (one standard deviation)."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the strength is at least, as good as certainly: what lists are ordered by."""
        return self.mu - 3 * self.sigma

    @property
    def is_provisional(self) -> bool:
        return self.sigma > SETTLED_SIGMA


NEWCOMER = Strength(MU, SIGMA)


class Rated(NamedTuple):
    """What a table did to one side: the strengths of its members after it.

    `expected` is the share of a win that the strengths before it promised, `share` what it got;
    with more than two sides both are means over the opponents.
    """

    after: tuple[Strength, ...]
    expected: float
    share: float


def share_of(margin: float, *, deals: int, spread: float) -> float:
    """Return what part of a win a margin is worth: 0.5 for none, towards 1 for more.

    It is the chance that players of equal strength end with a smaller margin after so many deals:
    margins of deals add up like independent ones with the standard deviation `spread`.
    """
    return 0.5 * (1 + erf(margin / (spread * sqrt(2 * deals))))


def rate_table(
    sides: Sequence[Sequence[Strength]], points: Sequence[float], *, deals: int, spread: float
) -> list[Rated]:
    """Return what a table of `deals` deals, with these points by side, did to each side."""
    drifted = [[Strength(one.mu, hypot(one.sigma, TAU)) for one in side] for side in sides]
    model = _model(deals)
    gains = [[0.0] * len(side) for side in sides]
    lost = [[0.0] * len(side) for side in sides]  # how much of sigma squared, as a part of it
    expected, share = [0.0] * len(sides), [0.0] * len(sides)
    for one, other in combinations(range(len(sides)), 2):
        won = share_of(points[one] - points[other], deals=deals, spread=spread)
        pair = (drifted[one], drifted[other])
        if_won, if_lost = _compare(model, pair, [1, 2]), _compare(model, pair, [2, 1])
        for place, (side, part) in enumerate(((one, won), (other, 1 - won))):
            best, worst = (if_won, if_lost) if place == 0 else (if_lost, if_won)
            for seat, before in enumerate(drifted[side]):
                high, low = best[place][seat], worst[place][seat]
                gains[side][seat] += low.mu + part * (high.mu - low.mu) - before.mu
                lost[side][seat] += 1 - (high.sigma / before.sigma) ** 2
            first, low, high = drifted[side][0], worst[place][0], best[place][0]
            expected[side] += (first.mu - low.mu) / (high.mu - low.mu)
            share[side] += part
    others = len(sides) - 1
    return [
        Rated(
            tuple(
                Strength(
                    before.mu + gains[side][seat],
                    before.sigma * sqrt(max(1 - lost[side][seat], KAPPA)),
                )
                for seat, before in enumerate(drifted[side])
            ),
            expected[side] / others,
            share[side] / others,
        )
        for side in range(len(sides))
    ]


@cache
def _model(deals: int) -> BradleyTerryFull:
    return BradleyTerryFull(beta=BETA * sqrt(USUAL_DEALS / deals), kappa=KAPPA, tau=0)


def _compare(
    model: BradleyTerryFull, pair: Sequence[Sequence[Strength]], ranks: list[float]
) -> list[list[Strength]]:
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in pair]
    return [
        [Strength(one.mu, one.sigma) for one in side]
        for side in model.rate(teams, ranks=ranks, tau=0)
    ]
