"""Double elimination: nobody is out before a second defeat (formats.md, section 3).

A winners' bracket, a losers' bracket of minor and major rounds, a grand final that is played again
when the one who has not yet lost loses it. Matches are drawn as soon as both entries are known, so
that the two brackets go on side by side: 2k rounds, or 2k + 1, for 2^k entries.
"""

from league.rounds.drawing.bracket import asked
from league.rounds.drawing.bracket.layouts import double_elimination
from league.rounds.drawing.bracket.progress import Progress, progress_of
from league.rounds.drawing.bracket.to_come import draw_bracket
from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.rounds_asked import check_next_round

OWN_OPTIONS = ("reset",)


def draw_double_elimination(request: DrawRequest) -> Draw:
    """Return the next round. Raises CannotDraw, also when it is decided."""
    check_next_round(request)
    return draw_bracket(request, double_elimination_progress(request))


def double_elimination_progress(request: DrawRequest) -> Progress:
    """Return where a double elimination stands after the rounds of the history."""
    fields = asked.read_fields(request, OWN_OPTIONS)
    field = asked.read_field(request, fields)
    reset = asked.flag(fields, "reset", default=True)
    return progress_of(request, double_elimination(len(field.seeds), reset=reset), field)
