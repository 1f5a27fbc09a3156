"""What is given for a round without a match: a number, or a word for one worked out later."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Meta

from games.sentences import say
from league.foundation.doors.declared import read_by
from league.foundation.doors.reading import InvalidRequest, Number, read_number, shown_input

WON, DRAWN, LOST = 1, 0, -1

WIN, HALF, DRAW, LOSS = "win", "half", "draw", "loss"
OWN_AVERAGE = "own_average"
WINNERS_AVERAGE = "winners_average"
# what the own average comes to before a first match; nobody can choose it
ROUND_AVERAGE = "round_average"

# A bye or a forfeit is worth a number, or what is worked out from the matches.
Award: TypeAlias = Number | str

AVERAGES = (OWN_AVERAGE, WINNERS_AVERAGE)
WITHOUT_DRAW = (WIN, HALF, *AVERAGES)
WITH_DRAW = (WIN, HALF, DRAW, LOSS, *AVERAGES)


def award(*words: str) -> Meta:
    """Say that a field is an award: a number or one of the words."""
    read = partial(read_award, words=words)
    return read_by(read, {"anyOf": [{"type": "number"}, {"enum": [*words]}]})


def read_award(value: object, path: str, words: Sequence[str]) -> Award:
    """Return what is given instead of a result. Raises InvalidRequest."""
    if not isinstance(value, str):
        return read_number(value, path)
    if value not in words:
        what = path.rpartition(".")[2] if path.endswith("bye") else "forfeit"
        raise InvalidRequest(
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
