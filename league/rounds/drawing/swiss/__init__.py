"""Swiss, Monrad and Danish: whoever is about level meets, one round at a time."""

from league.rounds.drawing.swiss.drawing import draw_by_standing
from league.rounds.drawing.swiss.judging import Judged, Judgement, judge_round

__all__ = ["Judged", "Judgement", "draw_by_standing", "judge_round"]
