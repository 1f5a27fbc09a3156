"""How somebody moved on in a bracket without more points than the other. Pure."""

from collections.abc import Collection
from enum import StrEnum
from typing import TypeAlias

from league.foundation.doors.played import Match
from league.play.rounds.drawing.bracket.replay import Decision

# the numbers of round and table of matches
Lots: TypeAlias = Collection[tuple[int, int | None]]


class WonWithout(StrEnum):
    """How somebody moved on without more points than the other."""

    WITHDRAWN = "withdrawn"  # the other had left before the match
    FORFEIT = "forfeit"  # the other did not come to it
    DECIDED = "decided"  # it ended level, and the director said who won
    LOT = "lot"  # it ended level, and a lot decided
    GAME = "game"  # the game was won with fewer points, as its rules say


def won_without(
    decision: Decision | None, match: Match | None, *, lots: Lots = frozenset()
) -> WonWithout | None:
    """Return how the winner moved on, if not by more points than the other. A bye needs no why.

    `lots` are the matches that were decided by lot.
    """
    if decision is None or decision.winner is None:
        return None
    if match is None:
        left = decision.how == "walk_over" and decision.loser is not None
        return WonWithout.WITHDRAWN if left else None
    if match.forfeits:
        return WonWithout.FORFEIT
    points = {entry: side.points for side in match.sides for entry in side.entries}
    won, lost = points.get(decision.winner), points.get(decision.loser or "")
    if decision.how == "walk_over":
        return WonWithout.WITHDRAWN
    if won is None or lost is None or won > lost:
        return None
    if won != lost:
        return WonWithout.GAME
    return WonWithout.LOT if (match.round, match.table) in lots else WonWithout.DECIDED
