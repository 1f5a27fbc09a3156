"""Knock-out: whoever loses is out, unless a match for third place or a consolation follows.

Seeding by doubling, byes to the best seeds (formats.md, section 3). Drawn one round at a time.
"""

from games.engine.sentences import say
from league.rounds.drawing.bracket.judge import judge_bracket
from league.rounds.drawing.bracket.layouts import consolation_rounds, knock_out
from league.rounds.drawing.bracket.progress import Progress, progress_of
from league.rounds.drawing.bracket.seeding import read_bracket_options, read_field
from league.rounds.drawing.bracket.to_come import draw_bracket
from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.format import Format
from league.rounds.drawing.formats.knockout.rounds_ahead import rounds_of_knockout
from league.rounds.drawing.option import FormatOption
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.rounds_asked import check_next_round
from league.rounds.drawing.stage_options import OWN_ROOMS

MOST_CONSOLATION_ROUNDS = 10
THIRD_PLACE = FormatOption(
    name="third_place",
    label=say("A match for third place"),
    help=say("Those who lose the semi-finals play for it."),
    default=False,
)
CONSOLATION = FormatOption(
    name="consolation",
    label=say("Consolation for the losers of so many rounds"),
    help=say("They play a knock-out of their own; 0 for none."),
    default=0,
    numbers=(0, MOST_CONSOLATION_ROUNDS),
)
FEED_IN = FormatOption(
    name="feed_in",
    label=say("Losers join the consolation at once"),
    help=say("Round by round, instead of when all of them are known."),
    default=False,
)


def draw_knockout(request: DrawRequest) -> Draw:
    """Return the next round of a knock-out. Raises CannotDraw, also when it is decided."""
    check_next_round(request)
    return draw_bracket(request, knockout_progress(request))


def knockout_progress(request: DrawRequest) -> Progress:
    """Return where a knock-out stands after the rounds of the history."""
    own = (THIRD_PLACE, CONSOLATION, FEED_IN)
    given = read_bracket_options(request, [option.name for option in own])
    field = read_field(request, given)
    feed_in, third_place = FEED_IN.read(given), THIRD_PLACE.read(given)
    if feed_in:
        # that means a consolation: of all rounds that can feed one, if none is named
        given.setdefault(CONSOLATION.name, MOST_CONSOLATION_ROUNDS)
    count = len(field.seeds)
    losers_of = consolation_rounds(count, wanted=CONSOLATION.read(given), third_place=third_place)
    nodes = knock_out(count, third_place=third_place, feed_in=losers_of if feed_in else 0)
    return progress_of(request, nodes, field, seeded_anew=0 if feed_in else losers_of)


FORMAT = Format(
    id="knockout",
    label=say("Knock-out"),
    help=say(
        "Whoever loses is out; the best seeds have byes. A match for third place and a "
        "consolation for those who lose early can be added."
    ),
    who="sides",
    all_at_once=False,
    results="needed",
    rests="bye",
    options=(THIRD_PLACE, CONSOLATION, FEED_IN, OWN_ROOMS),
    filled=frozenset({"seed"}),
    draw=draw_knockout,
    judge=judge_bracket(draw_knockout),
    ways=(),
    cost=None,
    rounds_of=rounds_of_knockout(knockout_progress),
    bracket=knockout_progress,
)
