"""How somebody moved on in a bracket without more points than the other. Pure."""

from enum import StrEnum

from league.doors.played import Match
from league.rounds.drawing.bracket.replay import Decision


class WonWithout(StrEnum):
    """How somebody moved on without more points than the other."""

    WITHDRAWN = "withdrawn"  # the other had left before the match
    FORFEIT = "forfeit"  # the other did not come to it
    DECIDED = "decided"  # it ended level, and the director said who won
    GAME = "game"  # the game was won with fewer points, as its rules say


def won_without(decision: Decision | None, match: Match | None) -> WonWithout | None:
    """Return how the winner moved on, if not by more points than the other. A bye needs no why."""
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
    return WonWithout.DECIDED if won == lost else WonWithout.GAME
