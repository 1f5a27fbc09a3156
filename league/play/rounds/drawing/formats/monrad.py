"""Monrad: from the top of the ranking, each meets the next one it has not met."""

from functools import partial

from games.sentences import say
from league.play.rounds.drawing.by_standing.drawing import draw_by_standing
from league.play.rounds.drawing.by_standing.judging import drop_needful
from league.play.rounds.drawing.by_standing.swiss_variant import Options, SwissVariant
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.stage_options import BYE_REQUESTS_OPTION, TWO_ROOMS_OPTION

SWISS_VARIANT = SwissVariant(
    usual=Options(in_order=True, first_round="adjacent"),
    lacks=("later_rounds", "accelerated", "repeats", "clubs_apart"),
)

FORMAT = Format(
    id="monrad",
    label=say("Monrad"),
    help=say("From the top of the ranking, each meets the next one it has not met."),
    who="sides",
    all_at_once=False,
    results="wished",
    rests="bye",
    options=(*SWISS_VARIANT.options, TWO_ROOMS_OPTION, BYE_REQUESTS_OPTION),
    filled=frozenset({"seed", "score"}),
    draw=partial(draw_by_standing, SWISS_VARIANT),
    judge=judge_meetings(),
    rate=partial(drop_needful, SWISS_VARIANT),
    ways=(),
    cost=None,
)
