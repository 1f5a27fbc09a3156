""""""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import erf, hypot, sqrt
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from openskill.models import BradleyTerryFull

# --- Pairs of even strength, formed from single players ---


class EvenPairs(NamedTuple):
    """Pairs, the strongest sum first; `left_over` has nobody to play with."""

    pairs: tuple[tuple[int, int], ...]
    left_over: int | None

    def sums(self, strengths: Mapping[int, float]) -> list[float]:
        return [strengths[one] + strengths[other] for one, other in self.pairs]


def even_pairs(strengths: Mapping[int, float], rng: Random) -> EvenPairs:
    """Return pairs whose sums are level: the strongest with the weakest, and so on inwards.

    No other pairing has a smaller largest sum or a larger smallest one, and none has sums whose
    squares are smaller together. Who is equally strong is ordered by `rng`. With an odd number
    the one in the middle is left over: so the sums stay as level as they can.
    """
    order = sorted(strengths)
    rng.shuffle(order)
    order.sort(key=lambda player: -strengths[player])
    left_over = order.pop(len(order) // 2) if len(order) % 2 else None
    half = len(order) // 2
    pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
    pairs.sort(key=lambda pair: -(strengths[pair[0]] + strengths[pair[1]]))
    return EvenPairs(tuple(pairs), left_over)


# --- Strengths ---
# Strengths by the model of Weng and Lin (JMLR 12, 2011), calculated by the openskill library.
#
# A table is rated by its margin, not only by who won: `share_of` turns the margin into a share of
# a win from 0 to 1. With two sides a new strength is linear in that share, through those that the
# library gives for a loss and for a win. With more sides each pair of sides is compared, as in the
# model's "Bradley-Terry, full", but comparisons that share a side count as less than one each.
#
# A strength is what a player does to margins. Constants follow from that, and the simulation in
# the tests measures that the uncertainty is stated truly: docs/decisions/0008-seasons-and-
# ratings.md.

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


# --- The history of strengths: what each table, in the order of time, changed in whose strength ---

# one player, or two who play together, the smaller id first
Who: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFact:
    """A table that was played to the end: the players of each side, and its points.

    `deals` are those played, at least one; `spread` is the usual margin of one of them.
    """

    table: int
    players: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]
    deals: int
    spread: float


class Change(NamedTuple):
    """What a table did to somebody. `margin` is to the best of the other sides."""

    who: Who
    table: int
    before: Strength
    after: Strength
    expected: float
    share: float
    margin: float
    deals: int


Units: TypeAlias = Callable[[TableFact], Sequence[Sequence[Who]] | None]


def as_players(fact: TableFact) -> Sequence[Sequence[Who]] | None:
    """Return who is rated at a table, by side: each player alone."""
    sizes = {len(side) for side in fact.players}
    if len(fact.players) < 2 or len(sizes) != 1 or sizes == {0}:
        return None
    return [[(player,) for player in side] for side in fact.players]


def as_partnerships(fact: TableFact) -> Sequence[Sequence[Who]] | None:
    """Return who is rated at a table of pairs, by side: each pair as one."""
    if len(fact.players) < 2 or any(len(set(side)) != 2 for side in fact.players):
        return None
    return [[tuple(sorted(side))] for side in fact.players]


NOTHING: Mapping[Who, Strength] = MappingProxyType({})


def history(
    facts: Iterable[TableFact], units: Units, known: Mapping[Who, Strength] = NOTHING
) -> list[Change]:
    """Return every change, in the order of the tables; a table without any `units` is skipped.

    A pure function of the facts: the same ones in the same order give the same changes, to the
    last digit; also in parts, when each goes on from the strengths `known` before it.
    """
    now = dict(known)
    changes: list[Change] = []
    for fact in facts:
        sides = units(fact)
        if sides is None:
            continue
        before = [[now.get(who, NEWCOMER) for who in side] for side in sides]
        rated = rate_table(
            before,
            fact.points,
            deals=fact.deals,
            spread=fact.spread,
            people=len(sides[0][0]),
        )
        for number, side in enumerate(sides):
            for who, was, after in zip(side, before[number], rated[number].after, strict=True):
                now[who] = after
                changes.append(_change(who, fact, number, was, after, rated[number]))
    return changes


def _change(
    who: Who, fact: TableFact, side: int, before: Strength, after: Strength, rated: Rated
) -> Change:
    others = max(points for number, points in enumerate(fact.points) if number != side)
    margin = fact.points[side] - others
    return Change(who, fact.table, before, after, rated.expected, rated.share, margin, fact.deals)


# --- Scale ---
# Strengths as people read them: a newcomer has 1500, and 1 on the model's scale is 40 points.

MIDDLE = 1500
POINTS = 40


def shown(mu: float) -> int:
    """Return a strength as it is shown, whole points."""
    return round(MIDDLE + POINTS * (mu - MU))


def shown_change(before: float, after: float) -> int:
    """Return the difference of two strengths as they are shown, so that changes add up."""
    return shown(after) - shown(before)


def give_or_take(strength: Strength) -> int:
    """Return one standard deviation in points: two times in three the error is not larger."""
    return round(POINTS * strength.sigma)


def at_least(strength: Strength) -> int:
    """Return the strength less one standard deviation, by which lists are ordered."""
    return shown(strength.mu) - give_or_take(strength)
