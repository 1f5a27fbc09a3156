"""A round drawn by standing, beside the best one there is: what no round can keep is no breach."""

from collections.abc import Sequence

from games.engine.sentences import say
from league.rounds.drawing.breach import Breach
from league.rounds.drawing.drawn import DrawnRound
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.swiss import AVOID, REPEAT, judge_round
from league.rounds.drawing.unanswerable import CannotDraw, Unanswerable


def beside_the_best_round(
    request: DrawRequest, to_come: Sequence[DrawnRound], breaches: list[Breach]
) -> list[Breach]:
    """Leave out what no round could keep, and add what the best round would keep."""
    try:
        judged = {drawn.round: judge_round(request, drawn) for drawn in to_come[:1]}
    except CannotDraw as fault:  # no round, which may have been said already
        said = any(breach.round == to_come[0].round for breach in breaches)
        return breaches if said else [Breach(fault.code, fault.sentence, to_come[0].round)]
    except Unanswerable as fault:
        raise CannotDraw.because_of(fault) from fault
    wishes = {"repeat": REPEAT, "avoid_pair": AVOID}
    needless = [
        breach
        for breach in breaches
        if breach.code not in wishes
        or breach.round not in judged
        or judged[breach.round].breaks_too_often(wishes[breach.code])
    ]
    for number, judgement in judged.items():
        for wish in judgement.needless():
            sentence = say(
                "%(what)s: %(cost)d, where %(fewest)d would do",
                what=wish.sentence,
                cost=wish.cost,
                fewest=wish.fewest,
            )
            needless.append(Breach(wish.code, sentence, number))
    return needless
