"""Knock-out: whoever loses is out, unless a match for third place or a consolation follows.

Seeding by doubling, byes to the best seeds (formats.md, section 3). Drawn one round at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.rounds.drawing.bracket import asked
from league.rounds.drawing.bracket.layouts import consolation_rounds, knock_out
from league.rounds.drawing.bracket.progress import Progress, progress_of
from league.rounds.drawing.bracket.to_come import draw_bracket
from league.rounds.drawing.drawn import Draw
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.rounds_asked import check_next_round

OWN_OPTIONS = ("third_place", "consolation", "feed_in")
MOST_CONSOLATION_ROUNDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`consolation`: the losers of so many rounds play on; `feed_in`: each round's at once."""

    third_place: bool = False
    consolation: int = 0
    feed_in: bool = False


def draw_knockout(request: DrawRequest) -> Draw:
    """Return the next round of a knock-out. Raises CannotDraw, also when it is decided."""
    check_next_round(request)
    return draw_bracket(request, knockout_progress(request))


def knockout_progress(request: DrawRequest) -> Progress:
    """Return where a knock-out stands after the rounds of the history."""
    fields = asked.read_fields(request, OWN_OPTIONS)
    field = asked.read_field(request, fields)
    options = _read_options(fields)
    losers_of = consolation_rounds(
        len(field.seeds), wanted=options.consolation, third_place=options.third_place
    )
    nodes = knock_out(
        len(field.seeds),
        third_place=options.third_place,
        feed_in=losers_of if options.feed_in else 0,
    )
    return progress_of(request, nodes, field, seeded_anew=0 if options.feed_in else losers_of)


def _read_options(fields: Mapping[str, Any]) -> Options:
    feed_in = asked.flag(fields, "feed_in", default=False)
    return Options(
        third_place=asked.flag(fields, "third_place", default=False),
        # feeding in means a consolation: of all rounds that can feed one, if none is named
        consolation=asked.count(
            fields,
            "consolation",
            MOST_CONSOLATION_ROUNDS if feed_in else 0,
            least=0,
            most=MOST_CONSOLATION_ROUNDS,
        ),
        feed_in=feed_in,
    )
