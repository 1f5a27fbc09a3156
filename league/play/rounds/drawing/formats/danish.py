"""Danish: the first meets the second, the third the fourth, and they may meet again."""

from functools import partial

from games.sentences import say
from league.play.rounds.drawing.by_standing.drawing import draw_by_standing
from league.play.rounds.drawing.by_standing.judging import drop_needful
from league.play.rounds.drawing.by_standing.swiss_variant import SwissVariant, first_round
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.stage_options import (
    BYE_REQUESTS_OPTION,
    TWO_ROOMS_OPTION,
    FormatOption,
    choices_of,
)

REPEATS = FormatOption(
    name="repeats",
    label=say("Who may meet again"),
    help=say("Everybody, or only the upper half, as is usual in the last rounds."),
    default="allowed",
    choices=choices_of(("allowed", say("everybody")), ("top_half", say("the upper half"))),
)
SWISS_VARIANT = SwissVariant(in_order=True, first_round=first_round("adjacent"), extra=(REPEATS,))

FORMAT = Format(
    id="danish",
    label=say("Danish"),
    help=say("The first meets the second, the third the fourth; they may meet again."),
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
