"""Points for a round without a match: a number, or a word for one that is calculated later."""

from collections.abc import Sequence
from typing import TypeAlias

from games.sentences import say
from league.doors.reading import Number, read_number, shown_input
from league.doors.unanswerable import Unanswerable

WON, DRAWN, LOST = 1, 0, -1

WIN, HALF, DRAW, LOSS = "win", "half", "draw", "loss"
OWN_AVERAGE = "own_average"
WINNERS_AVERAGE = "winners_average"
# the own average before a first match; a request cannot choose it
ROUND_AVERAGE = "round_average"

# A bye or a forfeit is worth a number, or a word for what is calculated from the matches.
Award: TypeAlias = Number | str

AVERAGES = (OWN_AVERAGE, WINNERS_AVERAGE)
WITHOUT_DRAW = (WIN, HALF, *AVERAGES)
WITH_DRAW = (WIN, HALF, DRAW, LOSS, *AVERAGES)


def read_award(value: object, path: str, words: Sequence[str], *, default: Award) -> Award:
    """Read an award, a number or a word that replaces a result. Raises Unanswerable."""
    if value is None:
        return default
    if not isinstance(value, str):
        return read_number(value, path)
    if value not in words:
        what = path.rpartition(".")[2] if path.endswith("bye") else "forfeit"
        raise Unanswerable(
            f"unknown_{what}_award",
            say(
                "a bye is worth a number or one of %(known)s, not %(given)s",
                known=", ".join(words),
                given=shown_input(value),
            )
            if what == "bye"
            else say(
                "a forfeit is worth a number or one of %(known)s, not %(given)s",
                known=", ".join(words),
                given=shown_input(value),
            ),
            path=path,
        )
    return value
