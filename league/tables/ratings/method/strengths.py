"""Strengths by the model of Weng and Lin (JMLR 12, 2011), calculated by the openskill library.

A table is rated by its margin, not only by who won: `share_of` turns the margin into a share of a
win from 0 to 1. With two sides a new strength is linear in that share, through those that the
library gives for a loss and for a win. With more sides each pair of sides is compared, as in the
model's "Bradley-Terry, full", but comparisons that share a side count as less than one each.

A strength is what a player does to margins. Constants follow from that, and the simulation in the
tests measures that the uncertainty is stated truly: docs/decisions/0008-seasons-and-ratings.md.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import erf, hypot, sqrt
from typing import NamedTuple

from openskill.models import BradleyTerryFull

VERSION = 3  # of the formulas below: with another one everything is rated from the first table on
MU, SIGMA = 25.0, 25 / 3
# by how much a player who is one SIGMA stronger changes the margin of a deal, as a part of the
# usual margin of equals (a game's `spread`): this says what a strength is. Clubs whose players
# differ by half of it or by half as much again lie on the same scale, closer together or wider
SKILL = 0.2
USUAL_DEALS = 4
# what luck does at a table of USUAL_DEALS; more deals, less luck. With it the share that the model
# expects of two sides of known strength is the one they get in the mean: a margin that is d luck's
# standard deviations on average gives the share Phi(d / sqrt(2)), and a logistic curve is closest
# to Phi when its argument is 1.7 times as much
BETA = SIGMA / (1.7 * SKILL * sqrt(USUAL_DEALS))
# a share of equals is anything from 0 to 1 alike, with a third of the variance of a win or a loss:
# it says as much as three tables of which only the winner is known. Pairs meet the same few others
# all season, whose errors they share, and differ more, so that shares come near 0 and 1: less
EVIDENCE, EVIDENCE_OF_PAIRS = 3, 2
TAU = 25 / 300  # strengths drift: certainty is lost a little with every table
KAPPA = 1e-4
# give or take 250, at 40 points for one
SETTLED_SIGMA = 6.25


class Strength(NamedTuple):
    """A strength `mu` with its uncertainty `sigma` (one standard deviation)."""

    mu: float
    sigma: float

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
    sides: Sequence[Sequence[Strength]],
    points: Sequence[float],
    *,
    deals: int,
    spread: float,
    people: int = 1,
) -> list[Rated]:
    """Return what a table of `deals` deals, with these points by side, did to each side.

    A strength is that of so many `people` who are rated as one. Pairs differ more than players do,
    so that luck weighs less beside what a pair is better than others.
    """
    drifted = [
        [Strength(strength.mu, hypot(strength.sigma, TAU)) for strength in side] for side in sides
    ]
    model = _model(deals, people)
    gains = [[0.0] * len(side) for side in sides]
    lost = [[0.0] * len(side) for side in sides]  # how much of sigma squared, as a part of it
    # of several comparisons of one result each tells the less the more there are
    weight = (EVIDENCE if people == 1 else EVIDENCE_OF_PAIRS) * 2 / len(sides)
    expected, share = [0.0] * len(sides), [0.0] * len(sides)
    for one, other in combinations(range(len(sides)), 2):
        won = share_of(points[one] - points[other], deals=deals, spread=spread)
        pair = (drifted[one], drifted[other])
        if_won, if_lost = _compare(model, pair, [1, 2]), _compare(model, pair, [2, 1])
        for place, (side, part) in enumerate(((one, won), (other, 1 - won))):
            best, worst = (if_won, if_lost) if place == 0 else (if_lost, if_won)
            for seat, before in enumerate(drifted[side]):
                high, low = best[place][seat], worst[place][seat]
                gain = low.mu + part * (high.mu - low.mu) - before.mu
                gains[side][seat] += weight * gain
                lost[side][seat] += weight * (1 - (high.sigma / before.sigma) ** 2)
            first, low, high = drifted[side][0], worst[place][0], best[place][0]
            chance = (first.mu - low.mu) / (high.mu - low.mu)
            expected[side] += chance
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
def _model(deals: int, people: int) -> BradleyTerryFull:
    beta = BETA * sqrt(USUAL_DEALS / deals / people)
    return BradleyTerryFull(beta=beta, kappa=KAPPA, tau=0)


def _compare(
    model: BradleyTerryFull, pair: Sequence[Sequence[Strength]], ranks: list[float]
) -> list[list[Strength]]:
    teams = [
        [model.rating(mu=strength.mu, sigma=strength.sigma) for strength in side] for side in pair
    ]
    return [
        [Strength(strength.mu, strength.sigma) for strength in side]
        for side in model.rate(teams, ranks=ranks, tau=0)
    ]
