"""Individual: single players who get a new partner in each round."""

from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.formats.individual.options import (
    check_players,
    check_rounds,
    full_cycle,
    read_options,
)
from league.rounds.drawing.formats.individual.plan import plan_rounds
from league.rounds.drawing.formats.individual.seating import Evening
from league.rounds.drawing.ordering import BY_SEED, in_order
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.rounds_asked import check_rounds_asked


def draw_individual(request: DrawRequest) -> Draw:
    """Return all rounds, or the one asked for; rounds in the history stay as they are.

    Without `rounds` it is the full movement. People may come and go: what is to come is planned
    for those who are there. Raises CannotDraw.
    """
    options = read_options(request)
    players = in_order(request.active, BY_SEED, 0)
    check_players(len(players), options.seats)
    check_rounds_asked(request)
    cycle = full_cycle(len(players), options.seats)
    check_rounds(request, cycle)
    past = request.history.rounds
    last = request.rounds or max(cycle, *past, 0)
    wanted = [request.round] if request.round is not None else list(range(1, last + 1))
    # a round by itself is planned without the rounds after it, unless we know that they come
    horizon = wanted[-1] if request.rounds is None else last
    to_come = [number for number in range(1, horizon + 1) if number not in past]
    plan = plan_rounds(request, options, players, to_come)
    evening = Evening(request, options, players)
    rounds = []
    for number in range(1, wanted[-1] + 1):
        if number in past:
            drawn = evening.add_played(number, as_planned=plan.followed)
        else:
            drawn = evening.add_planned(number, plan.rounds[number])
        if number in wanted:
            rounds.append(drawn)
    return Draw(rounds=tuple(rounds), quality=evening.quality())
