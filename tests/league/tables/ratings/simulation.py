"""Seasons of players of known strength, to see whether ratings say the truth of themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import hypot, sqrt
from random import Random
from typing import NamedTuple

from games.engine.variants import VARIANTS
from league.tables.ratings.method.history import TableFact, as_partnerships, as_players, history
from league.tables.ratings.method.scale import give_or_take
from league.tables.ratings.method.strengths import MU, SIGMA, SKILL, Strength

# a club of 24 of whom each comes to a night with a chance of 0.8, six rounds of four deals a night
PLAYERS, NIGHTS, COMES = 24, 12, 0.8
ROUNDS, DEALS = 6, 4
REGULAR = 9  # of twelve nights: who came to fewer is no regular
# players of each side of a table; the others are two sides of two
SIDES = {"three-handed-pinochle": (1, 1, 1), "two-handed-pinochle": (1, 1), "pitch": (1, 1, 1, 1)}


class Rated(StrEnum):
    """Who plays with whom, and whose ratings are measured against the truth."""

    PLAYERS = "players"  # with whoever they are drawn with
    PAIRS = "pairs"  # who play together all season, each pair rated as one
    PARTNERS = "partners"  # the same pairs, the sum of both players' own ratings


class Measured(NamedTuple):
    """Of the regulars: how often the band held the truth, and the widest and middle half-width.

    The widths are those of one rating, also where the sum of two is measured.
    """

    regulars: int
    coverage: float
    widest: int
    middle: int
    settled: float


def measure(
    variant: str,
    *,
    seasons: int,
    seed: int,
    rated: Rated = Rated.PLAYERS,
    skill: float = SKILL,
) -> Measured:
    """Return what is true of the ratings after so many seasons of a club with other players each.

    Players differ with a standard deviation of `skill` in what they do to the margin of a deal (as
    a part of its spread); the true rating of one is that effect on the scale of the ratings. Of two
    who only play together no result says who is stronger: only the sum can be true of them. Its
    band is that of two independent ratings.
    """
    held, widths, settled = [], [], []
    unit = SIGMA * skill / SKILL
    for season in range(seasons):
        rng = Random(f"{seed} {season} {variant}")
        truth = [rng.gauss(0, 1) for _ in range(PLAYERS)]
        came = [0] * PLAYERS
        fixed = rated is not Rated.PLAYERS
        facts = list(season_of(variant, truth, came, fixed=fixed, skill=skill, rng=rng))
        now: dict[tuple[int, ...], Strength] = {}
        for change in history(facts, as_partnerships if rated is Rated.PAIRS else as_players):
            now[change.who] = change.after
        regular = {who: one for who, one in now.items() if min(came[n] for n in who) >= REGULAR}
        for whole in _wholes(regular, rated):
            people = [one for who in whole for one in who]
            # a pair that is rated as one differs from others by the root of 2 more than a player
            size = sqrt(2) if rated is Rated.PAIRS else 1
            true = unit * sum(truth[one] for one in people) / size
            found = sum(regular[who].mu - MU for who in whole)
            held.append(abs(found - true) <= hypot(*(regular[who].sigma for who in whole)))
        widths += [give_or_take(one) for one in regular.values()]
        settled += [not one.is_provisional for one in regular.values()]
    widths.sort()
    return Measured(
        len(held),
        sum(held) / len(held),
        widths[-1],
        widths[len(widths) // 2],
        sum(settled) / len(settled),
    )


def _wholes(
    regular: Mapping[tuple[int, ...], Strength], rated: Rated
) -> Iterable[Sequence[tuple[int, ...]]]:
    """Return the ratings that are compared with the truth together."""
    if rated is not Rated.PARTNERS:
        return [[who] for who in regular]
    pairs = [[(one,), (one + 1,)] for one in range(0, PLAYERS, 2)]
    return [pair for pair in pairs if pair[0] in regular and pair[1] in regular]


def season_of(
    variant: str,
    truth: Sequence[float],
    came: list[int],
    *,
    fixed: bool,
    skill: float,
    rng: Random,
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
                yield _played(number, variant, players, [skill * one for one in truth], rng)


def _tables(order: Sequence[int], sides: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    seats = sum(sides)
    for at in range(0, len(order) - seats + 1, seats):
        left = list(order[at : at + seats])
        yield [tuple(left.pop() for _ in range(size)) for size in sides]


def _played(
    number: int,
    variant: str,
    players: Sequence[tuple[int, ...]],
    worth: Sequence[float],
    rng: Random,
) -> TableFact:
    """Return a table at which each side has what its players are worth, and luck."""
    spread = VARIANTS[variant].spread
    luck = spread * sqrt(DEALS / 2)  # of each side, so that a margin has the usual spread
    points = tuple(
        DEALS * spread * sum(worth[one] for one in side) + rng.gauss(0, luck) for side in players
    )
    return TableFact(
        table=number, players=tuple(players), points=points, deals=DEALS, spread=spread
    )
