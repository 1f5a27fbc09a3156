"""Double elimination: nobody is out before a second defeat (formats.md, section 3).

A winners' bracket, a losers' bracket of minor and major rounds, a grand final that is played again
when the one who has not yet lost loses it. Matches are drawn as soon as both entries are known, so
that the two brackets go on side by side: 2k rounds, or 2k + 1, for 2^k entries.
"""

from collections.abc import Mapping
from typing import Any

from games.sentences import say
from league.play.rounds.drawing.bracket.bracket_progress import Progress, progress_of
from league.play.rounds.drawing.bracket.judge import judge_bracket
from league.play.rounds.drawing.bracket.layouts import double_elimination, rounds_of
from league.play.rounds.drawing.bracket.seeding import read_field
from league.play.rounds.drawing.bracket.to_come import draw_bracket
from league.play.rounds.drawing.drawn import Draw
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.request import DrawRequest, check_next_round, options_asked
from league.play.rounds.drawing.stage_options import TWO_ROOMS_OPTION, Order


# whether the grand final is played again
class Options(Order, frozen=True, kw_only=True):
    reset: bool = True


def draw_double_elimination(request: DrawRequest) -> Draw:
    """Return the next round. Raises CannotDraw, also when it is decided."""
    check_next_round(request)
    return draw_bracket(request, double_elimination_progress(request))


def double_elimination_progress(request: DrawRequest) -> Progress:
    """Return where a double elimination stands after the rounds of the history."""
    options = options_asked(request, Options)
    field = read_field(request, options)
    return progress_of(request, double_elimination(len(field.seeds), reset=options.reset), field)


def _rounds(entries: int, options: Mapping[str, Any]) -> int:
    """Two rounds of the losers for each of the winners, without a second grand final."""
    return 2 * rounds_of(entries) if entries > 1 else 0


FORMAT = Format(
    id="double_elimination",
    label=say("Double elimination"),
    help=say("Nobody is out before a second defeat; the winners of both brackets meet at last."),
    who="sides",
    all_at_once=False,
    results="needed",
    rests="bye",
    options=(TWO_ROOMS_OPTION,),
    filled=frozenset({"seed"}),
    draw=draw_double_elimination,
    judge=judge_bracket(draw_double_elimination),
    ways=(),
    cost=None,
    rounds_of=_rounds,
    bracket=double_elimination_progress,
)
