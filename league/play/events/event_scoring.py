"""What an event's scoring method means for byes, forfeits and draws; defaults for a new event."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor, log10, sqrt
from typing import Any

# the methods that compare what several tables made of the same prepared deal
COMPARING_DEALS = frozenset({"matchpoints", "cross_imps", "butler", "imps", "board_a_match"})
# methods that add up points deal by deal, so that rounds with fewer deals need scaling
ADDING_UP_DEALS = frozenset({"deal_points", "board_a_match"})
ADDING_UP = ADDING_UP_DEALS | {"total_points"}
SCALE_UP = "scale_up"
DEALS_SCALED = COMPARING_DEALS | ADDING_UP_DEALS
# the methods over deals that give the sides opposite numbers: 0 is a drawn match
OPPOSITE_NUMBERS = frozenset({"cross_imps", "butler", "imps"})
# all 20 victory points from a margin of so many standard deviations: the WBF's 15 IMPs for a deal,
# and a difference of 400 for four deals of double-deck pinochle
BLITZ_DEVIATIONS = Fraction(8, 3)
USUAL_DEALS = 4
OF_MOST_VP = 0.6  # 12 of 20 victory points for a match that nobody could win
MOST_VP = 20  # the highest score on the scales that are built in, not given by a club's own table
OWN_AVERAGE = "own_average"
# what a bye is worth where a method over matches says nothing of it; of other methods it is 0
BYES: Mapping[str, str | int] = {
    "match_points": "win",
    "victory_points": 12,
    "round_points": OWN_AVERAGE,
    "percentage": OWN_AVERAGE,
}


def add_usual_awards(method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the method as an event keeps it, which says what a round without a match is worth.

    Where points are added up it is the entry's own average, of a club's own table of victory points
    60 % of the most; what the method says itself stays, and so do methods that know it.
    """
    name = method.get("name")
    usual: dict[str, Any] = {}
    if name == "total_points":
        usual = {"bye": OWN_AVERAGE}
    elif name in ADDING_UP_DEALS and "bye" not in method:
        usual = {"uneven_deals": SCALE_UP}
    elif name == "victory_points":
        usual = _of_table(method.get("table"))
    return {**method, **{key: value for key, value in usual.items() if method.get(key) is None}}


def with_usual_scale(
    method: Mapping[str, Any], *, deals: int | None, spread: float | None
) -> dict[str, Any]:
    """Return victory points with the scale of a match of so many deals where they name none.

    `spread` is the standard deviation of the margin of one deal in the game's points; without it
    matches are scored in IMPs. Other methods, and those that name a scale, stay as they are.
    """
    named = any(method.get(key) is not None for key in ("scale", "deals", "blitz", "table"))
    if method.get("name") != "victory_points" or named:
        return dict(method)
    deals = deals or USUAL_DEALS
    if spread is None:
        return {**method, "deals": deals}
    return {**method, "blitz": _two_figures(float(BLITZ_DEVIATIONS) * spread * sqrt(deals))}


def bye_of(method: Mapping[str, Any]) -> Any:
    """Return what a bye is worth by the method: a number of its points, or the word of an award.

    Where deals are scaled to as many as the others played, it is the entry's own average. Deal
    points that say what a bye is worth are not scaled.
    """
    name, bye = method.get("name", ""), method.get("bye")
    usual = SCALE_UP if name == "matchpoints" else ""
    is_scaled = (method.get("uneven_deals") or usual) == SCALE_UP
    if name in DEALS_SCALED and is_scaled and (bye is None or (not bye and name != "deal_points")):
        return OWN_AVERAGE
    return BYES.get(name, 0) if bye is None else bye


def least_and_most(method: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return what a match lost and a match won as high as possible are worth; None if not known.

    A table of victory points that cannot be read has the usual scale: it is refused elsewhere.
    """
    name = method.get("name")
    if name == "percentage":
        return 0, 100
    if name != "victory_points":
        return None
    table = method.get("table")
    last = table[-1] if isinstance(table, list) and table else None
    ends = (last.get("loser"), last.get("winner")) if isinstance(last, Mapping) else ()
    numbers = [end for end in ends if isinstance(end, (int, float)) and not isinstance(end, bool)]
    if len(numbers) == 2 and numbers[0] < numbers[1]:
        return numbers[0], numbers[1]
    return 0, MOST_VP


def _two_figures(value: float) -> int:
    """Return the number rounded to two figures, at least 1."""
    digits = max(0, floor(log10(value)) - 1) if value >= 1 else 0
    return max(1, int(round(value, -digits)))


def _of_table(table: object) -> dict[str, Any]:
    """Return what a bye and a forfeited match are worth by a club's own table of victory points."""
    last = table[-1] if isinstance(table, list) and table else None
    most = last.get("winner") if isinstance(last, dict) else None
    if isinstance(most, bool) or not isinstance(most, (int, float)):
        return {}  # the scale of 20, or a table that is refused where it is read
    worth = round(OF_MOST_VP * most, 2)
    return {"bye": worth, "forfeit": {"win": worth}}
