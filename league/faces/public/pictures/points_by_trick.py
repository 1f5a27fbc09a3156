"""The points of each side after every trick as a drawing: plain numbers for a template of SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 14, 12, 26  # room for the figures round the drawing
MOST_MARKS = 4
BETWEEN_TRICKS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The line of a side: `points` for a polyline, and where it ends."""

    name: str
    number: int
    points: str
    last: int
    end: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsByTrick:
    """The curves of the sides; `marks` are (points, height), `tricks` (number, across)."""

    width: int
    height: int
    left: int
    right: int
    foot: int
    step: float
    curves: Sequence[Curve]
    marks: Sequence[tuple[int, float]]
    tricks: Sequence[tuple[int, float]]


def points_by_trick(names: Sequence[str], after: Sequence[Sequence[int]]) -> PointsByTrick | None:
    """Return the drawing; None for fewer than two tricks, and where nobody took a point.

    `after` are the points of each side after each trick, in the order of `names`.
    """
    most = max((points for row in after for points in row), default=0)
    if len(after) < 2 or most <= 0:
        return None
    right, foot = WIDTH - RIGHT, HEIGHT - BOTTOM
    step = (right - LEFT) / len(after)
    between = _between_marks(most)
    top = -(-most // between) * between

    def across(trick: int) -> float:
        return round(LEFT + trick * step, 1)

    def down(points: int) -> float:
        return round(foot - points * (foot - TOP) / top, 1)

    apart = next(n for n in (1, 2, 5, 10, 20) if n * step >= BETWEEN_TRICKS or n == 20)
    return PointsByTrick(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=right,
        foot=foot,
        step=round(step, 3),
        curves=[
            Curve(
                name=name,
                number=side,
                points=" ".join(
                    f"{across(trick):g},{down(points):g}"
                    for trick, points in enumerate([0, *(row[side] for row in after)])
                ),
                last=after[-1][side],
                end=(across(len(after)), down(after[-1][side])),
            )
            for side, name in enumerate(names)
        ],
        marks=[(points, down(points)) for points in range(0, top + 1, between)],
        tricks=[(trick, across(trick)) for trick in range(apart, len(after) + 1, apart)],
    )


def _between_marks(most: int) -> int:
    """Return a round number of points between two marks, so that there are only a few."""
    size = 1
    while True:
        for first in (1, 2, 5):
            if most <= first * size * MOST_MARKS:
                return first * size
        size *= 10
