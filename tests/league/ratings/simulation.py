"""Seasons of players of known strength, to see whether ratings say the truth of themselves."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from games.engine.variants import VARIANTS
from league.ratings.method.history import TableFact, as_partnerships, as_players, history
from league.ratings.method.scale import give_or_take
from league.ratings.method.strengths import MU, SIGMA, SKILL, Strength

# a club of 24 of whom each comes to a night with a chance of 0.8, six rounds of four deals a night
PLAYERS, NIGHTS, COMES = 24, 12, 0.8
ROUNDS, DEALS = 6, 4
REGULAR = 9  # of twelve nights: who came to fewer is no regular
# players of each side of a table; the others are two sides of two
SIDES = {"three-handed-pinochle": (1, 1, 1), "two-handed-pinochle": (1, 1), "pitch": (1, 1, 1, 1)}


class Measured(NamedTuple):
    """Of the regulars: how often the band held the truth, and the widest and middle half-width."""

    regulars: int
    coverage: float
    widest: int
    middle: int
    settled: float


def measure(variant: str, *, seasons: int, seed: int, fixed: bool = False) -> Measured:
    """Return what is true of the ratings after so many seasons of a club with other players each.

    With `fixed` partners play together all season and pairs are rated, each against what pairs are.
    """
    held, widths, settled = [], [], []
    for season in range(seasons):
        rng = Random(f"{seed} {season} {variant}")
        truth = [rng.gauss(0, 1) for _ in range(PLAYERS)]
        came = [0] * PLAYERS
        facts = list(season_of(variant, truth, came, fixed=fixed, rng=rng))
        now: dict[tuple[int, ...], Strength] = {}
        for change in history(facts, as_partnerships if fixed else as_players):
            now[change.who] = change.after
        for who, strength in now.items():
            if min(came[one] for one in who) >= REGULAR:
                true = MU + SIGMA * sum(truth[one] for one in who) / sqrt(len(who))
                held.append(abs(strength.mu - true) <= strength.sigma)
                widths.append(give_or_take(strength))
                settled.append(not strength.is_provisional)
    widths.sort()
    return Measured(
        len(held),
        sum(held) / len(held),
        widths[-1],
        widths[len(widths) // 2],
        sum(settled) / len(settled),
    )


def season_of(
    variant: str, truth: Sequence[float], came: list[int], *, fixed: bool, rng: Random
) -> Iterator[TableFact]:
    """Yield the tables of a season of players of these strengths; count in `came` who came."""
    number = 0
    units = [(one, one + 1) for one in range(0, PLAYERS, 2)]
    if not fixed:
        units = [(one,) for one in range(PLAYERS)]
    for _night in range(NIGHTS):
        here = [unit for unit in units if rng.random() < COMES]
        for one in (one for unit in here for one in unit):
            came[one] += 1
        for _round in range(ROUNDS):
            order = [one for unit in rng.sample(here, len(here)) for one in unit]
            for players in _tables(order, SIDES.get(variant, (2, 2))):
                number += 1
                yield _played(number, variant, players, truth, rng)


def _tables(order: Sequence[int], sides: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    seats = sum(sides)
    for at in range(0, len(order) - seats + 1, seats):
        left = list(order[at : at + seats])
        yield [tuple(left.pop() for _ in range(size)) for size in sides]


def _played(
    number: int,
    variant: str,
    players: Sequence[tuple[int, ...]],
    truth: Sequence[float],
    rng: Random,
) -> TableFact:
    """Return a table at which each side has what its players are worth, and luck."""
    spread = VARIANTS[variant].spread
    luck = spread * sqrt(DEALS / 2)  # of each side, so that a margin has the usual spread
    points = tuple(
        DEALS * SKILL * spread * sum(truth[one] for one in side) + rng.gauss(0, luck)
        for side in players
    )
    return TableFact(
        table=number, players=tuple(players), points=points, deals=DEALS, spread=spread
    )
