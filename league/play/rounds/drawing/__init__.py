"""Who meets whom: pure functions from a request to rounds, with reasons.

`draw` is the door for JSON, `draw_rounds` the same for typed values, `check_draw` says what a
round edited by hand breaks. `places` are the final places of a bracket, `cut` takes the best of a
ranking to the next stage.
"""

from league.foundation.doors.played import Bye, Match, Played, Side
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.bracket_places import Places, Placing, places
from league.play.rounds.drawing.breaches import Breach
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.check import check_draw
from league.play.rounds.drawing.cut import (
    Cut,
    Ranked,
    cut,
    seeds_across_groups,
    settled_by_lot,
    settled_by_play,
)
from league.play.rounds.drawing.door import answer, draw, draw_rounds, drawing_once
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.formats import FORMATS, format_named
from league.play.rounds.drawing.mixed_parts import mixed_parts
from league.play.rounds.drawing.request import DrawRequest, read_request

__all__ = [
    "FORMATS",
    "Breach",
    "Bye",
    "CannotDraw",
    "Cut",
    "Draw",
    "DrawRequest",
    "DrawnRound",
    "DrawnTable",
    "Entry",
    "Format",
    "Match",
    "Places",
    "Placing",
    "Played",
    "Ranked",
    "Reason",
    "Side",
    "answer",
    "check_draw",
    "cut",
    "draw",
    "draw_rounds",
    "drawing_once",
    "format_named",
    "mixed_parts",
    "places",
    "read_request",
    "seeds_across_groups",
    "settled_by_lot",
    "settled_by_play",
]
