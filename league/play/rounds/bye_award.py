"""What a bye or a round sat out is worth in a stage: as the scoring says, or the stage itself."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from league.foundation.doors.reading import Number, whole
from league.play.events.models import Stage
from league.play.events.setup_problems import OPPOSITE_NUMBERS, bye_of, least_and_most
from league.play.rounds.drawing.stage_options import AS_SCORED, BYE_AWARD, BYE_POINTS, FIXED


def method_with_byes(stage: Stage, method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scoring method as the stage counts it: `bye` is what the stage gives for one."""
    award = stage.options.get(BYE_AWARD, AS_SCORED)
    if award == AS_SCORED:
        return dict(method)
    worth = stage.options.get(BYE_POINTS, 0) if award == FIXED else award
    return {**method, "bye": worth}


def bye_for_drawing(stage: Stage, method: Mapping[str, Any], worth: Mapping[str, Any]) -> Number:
    """Return the match points with which a bye counts in a draw by scores: its share of a win.

    `worth` has the match points of a win, a draw and a loss. A number is as far between loss and
    win as it is between the least and the most of a match (12 of 20 victory points: 60 % of a win).
    An average is not known beforehand, nor is what points that have no most are worth: there a bye
    counts half of a win more than a loss.
    """
    counted = method_with_byes(stage, method)
    bye = bye_of(counted)
    win, draw, loss = (_exact(worth[name]) for name in ("win", "draw", "loss"))
    if bye == "half":
        return whole(win / 2)
    if isinstance(bye, str):
        middle = (win + loss) / 2
        known = {"win": win, "draw": draw, "loss": loss, "winners_average": win}
        return whole(known.get(bye, middle))
    if counted.get("name") == "match_points":
        return whole(_exact(bye))
    return whole(loss + _share(counted, _exact(bye)) * (win - loss))


def _share(method: Mapping[str, Any], bye: Fraction) -> Fraction:
    """Return how much of a win a number of points is, from 0 to 1."""
    ends = least_and_most(method)
    if ends is not None:
        least, most = map(_exact, ends)
        return min(max((bye - least) / (most - least), Fraction(0)), Fraction(1))
    if method.get("name") in OPPOSITE_NUMBERS:
        return Fraction((bye > 0) - (bye < 0) + 1, 2)
    return Fraction(0) if bye <= 0 else Fraction(1, 2)


def _exact(number: Any) -> Fraction:
    """Return the value as a number; 0 where it is not one (the check of the scoring refuses it)."""
    try:
        return Fraction(str(number))
    except (ValueError, ZeroDivisionError):
        return Fraction(0)
