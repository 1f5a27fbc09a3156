"""The room of a plan as a picture: its tables with their seats, coloured by side."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

MOST_DRAWN = 30
REACH = 15.0  # from the middle of a table to its seats; the picture of one is 40 wide


class SeatDrawn(NamedTuple):
    """Where a seat is, in hundredths of the picture's width from the left and the top."""

    x: float
    y: float
    side: int


class RoomPicture(NamedTuple):
    """The seats of each table that is drawn, those who rest, and how many tables are left out."""

    tables: tuple[tuple[SeatDrawn, ...], ...]
    resting: int
    left_out: int


def picture_of(sizes: Sequence[int], sides: Sequence[int], *, players: int) -> RoomPicture:
    """Return the room of a round: the seats and the number of sides of each of its tables."""
    drawn = tuple(_seats(*shape) for shape in list(zip(sizes, sides, strict=True))[:MOST_DRAWN])
    return RoomPicture(drawn, players - sum(sizes), max(len(sizes) - MOST_DRAWN, 0))


def _seats(size: int, sides: int) -> tuple[SeatDrawn, ...]:
    """Return the seats in turn order, clockwise from the top; seat n is of side n modulo sides."""
    turn = 2 * pi / size
    return tuple(
        SeatDrawn(
            round(20 + REACH * sin(seat * turn), 1),
            round(20 - REACH * cos(seat * turn), 1),
            seat % sides,
        )
        for seat in range(size)
    )
