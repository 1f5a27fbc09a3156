"""Swiss, Monrad and Danish: whoever is about level meets, one round at a time."""

from league.rounds.drawing.swiss.drawing import draw_by_standing
from league.rounds.drawing.swiss.judging import Judged, Judgement, judge_round
from league.rounds.drawing.swiss.options import BY_STANDING
from league.rounds.drawing.swiss.wishes import AVOID, REPEAT

__all__ = [
    "AVOID",
    "BY_STANDING",
    "REPEAT",
    "Judged",
    "Judgement",
    "draw_by_standing",
    "judge_round",
]
