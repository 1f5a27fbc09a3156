"""What a match can bring to its two sides: every result of a scoring method that knows a most."""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import ceil, floor

from league.foundation.doors.reading import Number
from league.tables.outlook.methods.contest import Result
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON
from league.tables.standings.methods.matches.match_points import MatchPoints
from league.tables.standings.methods.matches.victory_points import VictoryPoints, scale_of_deals
from league.tables.standings.methods.scoring import Method

# margins of a match that are looked at one by one; larger ones bring what this one does
MOST_MARGINS = 5_000
# the methods that know a least and a most, by name
LIMITED = frozenset({MatchPoints.name, VictoryPoints.name})


def possible_results(method: Method) -> list[Result]:
    """Return what a match can bring by the method, the best for the home side first.

    Empty: the method knows no least and most, or compares deals of several tables. Any whole
    number of points counts as possible, and so does a draw.
    """
    if isinstance(method, MatchPoints):
        return _distinct(_of_match_points(method))
    if isinstance(method, VictoryPoints):
        return _distinct(_of_victory_points(method))
    return []


def _distinct(results: Iterator[Result]) -> list[Result]:
    """Return each pair once, the first of its kind, the home side's best first."""
    least: dict[tuple[Number, Number, int], Result] = {}
    for result in results:
        least.setdefault((result.home, result.away, result.outcome), result)
    return sorted(least.values(), key=lambda one: (-one.home, one.away, -one.outcome))


def _of_match_points(method: MatchPoints) -> Iterator[Result]:
    if not method.bonuses and method.skunk is None:
        yield Result(method.win, method.loss, WON)
        yield Result(method.draw, method.draw, DRAWN)
        yield Result(method.loss, method.win, LOST)
        return
    for own, other in _points_at_limits(method):
        outcome = (own > other) - (own < other)
        home, away = method.of_table([own, other], [outcome, -outcome])
        yield Result(home, away, outcome)


def _points_at_limits(method: MatchPoints) -> set[tuple[int, int]]:
    """Return points of two sides, some for every way in which bonuses can be earned together.

    The limits of the bonuses are lines in the plane of the two numbers; where lines cross, and far
    away from them all, every part of the plane that they make has a whole point next to it.
    """
    margins, limits = _limits(method)
    far = 4 * (max(chain(margins, limits, [1]), default=1) + 1)
    points = {0, far, *limits}
    leads = {0, far, *margins, *[-margin for margin in margins]}
    crossings = {*product(points, points)}
    crossings |= {(own, own - lead) for own in points for lead in leads}
    crossings |= {(other + lead, other) for other in points for lead in leads}
    near = range(-1, 2)
    return {(own + a, other + b) for own, other in crossings for a in near for b in near}


def _limits(method: MatchPoints) -> tuple[set[int], set[int]]:
    """Return the whole numbers around every limit: those of margins, and those of points."""
    margins: list[Number] = []
    points: list[Number] = []
    for bonus in method.bonuses:
        for comparison in chain.from_iterable(
            alternative.comparisons for alternative in bonus.alternatives
        ):
            (margins if comparison.quantity == "margin" else points).append(comparison.limit)
    if method.skunk:
        margins += [] if method.skunk.margin is None else [method.skunk.margin]
        points += [] if method.skunk.below is None else [method.skunk.below]
    return _around(margins), _around(points)


def _around(limits: Sequence[Number]) -> set[int]:
    return {whole for limit in limits for whole in (floor(limit), ceil(limit))}


def _of_victory_points(method: VictoryPoints) -> Iterator[Result]:
    for margin in _margins_at_limits(method):
        home, away = method.share(margin)
        yield Result(home, away, WON if margin else DRAWN, margin)
        if margin:
            yield Result(away, home, LOST)


def _margins_at_limits(method: VictoryPoints) -> Sequence[Number]:
    """Return margins that bring everything the scale has, from 0 up in their order."""
    if method.bands:
        starts = [ceil(band.margin) for band in method.bands]
        return sorted({0, 1, *starts})
    if method.blitz is not None:
        return range(min(ceil(method.blitz), MOST_MARGINS) + 1)
    return range(len(scale_of_deals(method.deals or 0)))
