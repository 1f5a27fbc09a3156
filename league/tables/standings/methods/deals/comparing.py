"""What a deal is worth at each table, by comparison with the other tables that played it.

All of it is exact: whole numbers where they are whole, fractions elsewhere.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.deals.imps import LEAST
from league.tables.standings.methods.exact import exact_sum

SMALL_FIELD = 4  # up to so many results no extreme one is left out of a datum
AWAY_FROM_ZERO, TOWARDS_ZERO = "away_from_zero", "towards_zero"


def matchpoints(differences: Sequence[Number], full: int | None = None) -> Sequence[Number]:
    """Return the first side's matchpoints at each table; the second gets 2 (full - 1) minus them.

    2 for each table with a smaller difference, 1 for each with the same (Law 78A). `full` is how
    many results a deal should have; one with fewer is scaled by Neuberg's formula.
    """
    count = len(differences)
    # by difference: its last place in ascending order, then also its first, which is how many
    # are below; their sum is 2 for each one below and 1 for each equal
    places = dict(zip(sorted(differences), range(count), strict=True))
    below = 0
    for difference, last in places.items():
        places[difference] = below + last
        below = last + 1
    scores = list(map(places.__getitem__, differences))
    if full is None or full == count:
        return scores
    return [neuberg(score, count, full) for score in scores]


def matchpoints_of_deals(deals: Sequence[Sequence[Number]], full: int) -> list[Sequence[Number]]:
    """Return for each deal the same as `matchpoints` of its differences, only faster.

    Deals of whole points with equally many results are calculated together, as one array.
    """
    by_deal: list[Sequence[Number]] = [[] for _ in deals]
    alike: dict[int, list[int]] = defaultdict(list)
    for place, differences in enumerate(deals):
        alike[len(differences)].append(place)
    for count, places in alike.items():
        if count == 0:
            continue
        fields = np.array([deals[place] for place in places])
        if fields.dtype == np.int64:
            scores: list[Sequence[Number]] = _scores_of_fields(fields).tolist()
        else:  # fractions, or numbers of more than 64 bits
            scores = [matchpoints(deals[place]) for place in places]
        if count != full:
            worth = [neuberg(score, count, full) for score in range(2 * count - 1)]
            scores = [[worth[int(score)] for score in scores_of_deal] for scores_of_deal in scores]
        for place, scores_of_deal in zip(places, scores, strict=True):
            by_deal[place] = scores_of_deal
    return by_deal


def _scores_of_fields(fields: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 2 for each smaller and 1 for each equal other number of the same line."""
    count = fields.shape[1]
    order = np.argsort(fields, axis=1)
    ascending = np.take_along_axis(fields, order, axis=1)
    # equal numbers stand together; the first of a line is never one with the last of another
    is_first = np.ones_like(fields, dtype=bool)
    is_first[:, 1:] = ascending[:, 1:] != ascending[:, :-1]
    firsts = np.flatnonzero(is_first)
    equals = np.diff(firsts, append=fields.size)
    # the place of the first in its line is how many are below
    worth = np.repeat(2 * (firsts % count) + equals - 1, equals)
    scores = np.empty_like(fields)
    np.put_along_axis(scores, order, worth.reshape(fields.shape), axis=1)
    return scores


@lru_cache(maxsize=4096)
def neuberg(score: int, count: int, full: int) -> Number:
    """Return matchpoints scored among `count` results, as they count among `full`.

    Source: Gerard Neuberg's formula, (N / n) (S + 1) - 1, as in EBU White Book and Law 78A.
    """
    return whole(Fraction(full * (score + 1) - count, count))


def cross_imps(
    differences: Sequence[Number], multiplier: Number = 1, *, average: bool = True
) -> list[Number]:
    """Return the first side's IMPs against every other table, their average or their sum."""
    others = len(differences) - 1
    own_points, steps = _as_whole_numbers(differences, multiplier)
    ascending = sorted(own_points)
    worth: dict[int, Number] = {}
    for points in set(own_points):
        # a step of the table counts once for each result that is so far below, or above
        below = sum([bisect_right(ascending, points - step) for step in steps])
        above = sum([others + 1 - bisect_left(ascending, points + step) for step in steps])
        total = below - above
        worth[points] = whole(Fraction(total, others)) if average and others else total
    return [worth[points] for points in own_points]


def _as_whole_numbers(
    differences: Sequence[Number], multiplier: Number
) -> tuple[list[int], list[int]]:
    """Return the differences, times the multiplier, and the steps of the table in one unit."""
    scaled = [difference * multiplier for difference in differences]
    unit = lcm(*{number.denominator for number in scaled})
    points = [number.numerator * (unit // number.denominator) for number in scaled]
    return points, [least * unit for least in LEAST]


def datum(
    differences: Sequence[Number],
    *,
    drop_high: int | None = None,
    drop_low: int | None = None,
    rounding: Number = 10,
    half: str = AWAY_FROM_ZERO,
) -> Number:
    """Return the mean of the differences without the extreme ones, rounded to a multiple.

    By default the highest and the lowest are left out, in small fields none. Where leaving out
    would leave nothing, nothing is left out. A `rounding` of 0 rounds nothing.
    """
    usual = int(len(differences) > SMALL_FIELD)
    high = usual if drop_high is None else drop_high
    low = usual if drop_low is None else drop_low
    kept = sorted(differences)[low : max(low, len(differences) - high)] or differences
    mean = Fraction(exact_sum(kept)) / len(kept)
    return whole(mean if rounding == 0 else _rounded(mean / rounding, half) * rounding)


def _rounded(number: Fraction, half: str) -> int:
    """Return the nearest whole number; of two as near the one farther from, or nearer to, zero."""
    size = abs(number)
    floor = size.numerator // size.denominator
    rest = size - floor
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and half == AWAY_FROM_ZERO)
    return (floor + up) * (1 if number >= 0 else -1)
