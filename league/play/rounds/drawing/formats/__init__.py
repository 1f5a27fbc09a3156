"""The formats that can be drawn, in the order in which people choose among them.

A stage stores the id; what the site wants to know of a format is a field of its value. A new one
is a folder here and a line below.
"""

from typing import Any, NoReturn

from games.sentences import say
from league.foundation.doors.reading import shown_input
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.format import Format
from league.play.rounds.drawing.formats import (
    danish,
    double_elimination,
    double_round_robin,
    group_cross,
    howell,
    individual,
    individual_tables,
    knockout,
    ladder,
    mitchell,
    monrad,
    round_robin,
    seat_chart,
    swiss,
    winners_move,
)

_LISTED = (
    round_robin.FORMAT,
    double_round_robin.FORMAT,
    knockout.FORMAT,
    double_elimination.FORMAT,
    group_cross.FORMAT,
    winners_move.FORMAT,
    ladder.FORMAT,
    seat_chart.FORMAT,
    individual_tables.FORMAT,
    swiss.FORMAT,
    monrad.FORMAT,
    danish.FORMAT,
    mitchell.FORMAT,
    howell.FORMAT,
    individual.FORMAT,
)
FORMATS: dict[str, Format] = {format.id: format for format in _LISTED}


def format_named(id: str) -> Format:
    """Return the format with this id.

    A stage of a draft may have the name of none until it is checked: there is nothing to choose of
    such a format, it is never proposed, and drawing it raises CannotDraw.
    """
    return FORMATS.get(id) or _no_format(id)


def _no_format(id: str) -> Format:
    def refuse(*_asked: Any) -> NoReturn:
        raise CannotDraw(
            "unknown_format",
            say(
                "there is no format %(given)s; choose one of %(known)s",
                given=shown_input(id),
                known=", ".join(FORMATS),
            ),
            path="format",
        )

    return Format(
        id=id,
        label=say("unknown format"),
        help=say("unknown format"),
        who="sides",
        all_at_once=False,
        results="none",
        rests="bye",
        options=(),
        filled=frozenset(),
        draw=refuse,
        judge=refuse,
        ways=(),
        cost=None,
    )
