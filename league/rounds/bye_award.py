"""What a bye or a round sat out is worth in a stage: as the scoring says, or the stage itself."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from league.events.models import Stage
from league.rounds.drawing.stage_options import AS_SCORED, BYE_AWARD, BYE_POINTS, FIXED


def method_with_byes(stage: Stage, method: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scoring method as the stage counts it: `bye` is what the stage gives for one."""
    award = stage.options.get(BYE_AWARD, AS_SCORED)
    if award == AS_SCORED:
        return dict(method)
    worth = stage.options.get(BYE_POINTS, 0) if award == FIXED else award
    return {**method, "bye": worth}


def bye_for_drawing(stage: Stage, method: Mapping[str, Any], worth: Mapping[str, Any]) -> Any:
    """Return the match points with which a bye counts in a draw by scores.

    An average is not known beforehand; there a bye counts half of a win more than a loss.
    """
    bye = method_with_byes(stage, method).get("bye", "win")
    win, loss = Fraction(str(worth["win"])), Fraction(str(worth["loss"]))
    if bye == "half":
        return win / 2
    if isinstance(bye, str):
        return worth.get(bye, worth["win"] if bye == "winners_average" else (win + loss) / 2)
    return bye
