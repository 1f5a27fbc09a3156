"""The last match of a bracket: who won it, whom they beat, and with which score."""

from collections.abc import Collection
from typing import NamedTuple

from league.foundation.doors.reading import InvalidRequest, Number
from league.play.events.models import Stage
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import Match, format_named


class Final(NamedTuple):
    """The entries (ids) that won and lost the last match; `points` in this order.

    No points: it was not played, or decided by something else than more points.
    """

    winner: int
    loser: int
    points: tuple[Number, Number] | None


def final_of(stage: Stage, *, held_back: Collection[int] = ()) -> Final | None:
    """Return the final of a stage, five queries or so; None for other formats, and before it.

    The stage knows its event. Results of the tables `held_back` (ids) are left out.
    """
    reader = format_named(stage.format).bracket
    rounds = list(stage.rounds.order_by("number")) if reader else []
    if reader is None or not rounds:
        return None
    history = history_of(rounds, held_back=held_back)
    request = request_for(stage, event=stage.event, field=stage_entries(stage), history=history)
    try:
        progress = reader(request)
    except InvalidRequest:
        return None
    decision = progress.replay.decided.get(progress.last_match)
    if decision is None or decision.winner is None or decision.loser is None:
        return None
    pair = {decision.winner, decision.loser}
    # they can have met before: the last of their matches is the final
    played = [match for match in history.matches if set(match.entries) == pair]
    points = _points(played[-1], decision.winner) if played else None
    return Final(int(decision.winner), int(decision.loser), points)


def _points(match: Match, winner: str) -> tuple[Number, Number] | None:
    points = {entry: side.points for side in match.sides for entry in side.entries}
    won = points.pop(winner, None)
    lost = next(iter(points.values()), None)
    if won is None or lost is None or match.forfeits or won <= lost:
        return None
    return won, lost
