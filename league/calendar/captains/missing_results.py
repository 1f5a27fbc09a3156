"""Who loses a match of which no result came: a function of the rule and of who has answered."""

from collections.abc import Collection

from league.calendar.captains.models import MissingResult
from league.play.rounds.forfeits import Forfeit


def who_loses(rule: str, silent: Collection[int]) -> Forfeit | None:
    """Return who loses by the rule; None: the organiser decides.

    `silent` are the sides (0, 1) that owe an answer: one that was asked for a date or has made no
    line-up. Where both are silent neither of them loses by that alone.
    """
    if rule == MissingResult.BOTH:
        return Forfeit.BOTH
    if rule == MissingResult.SILENT and len(silent) == 1:
        return Forfeit(next(iter(silent)))
    return None
