"""Between what a match, or a deal, can be worth."""

from typing import NamedTuple

from league.rounds.drawing.reading import Number


class Bounds(NamedTuple):
    """The least and the most that a match can be worth to an entry."""

    least: Number
    most: Number
