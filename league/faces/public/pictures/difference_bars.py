"""How much each of several figures differs from one: bars to either side of a line."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 100  # of the drawing; the line is in its middle
LEAST = 2.0  # how long a bar is at least that is not zero


@dataclass(frozen=True, slots=True)
class DifferenceBar:
    """By how much a figure is more (to the right of the line) or less (to its left)."""

    value: float
    x: float
    width: float
    middle: int = WIDTH // 2

    @property
    def side(self) -> str:
        return "more" if self.value > 0 else "less"


def difference_bars(
    figures: Sequence[float | None], one: float | None
) -> list[DifferenceBar | None]:
    """Return a bar for each of the figures, the longest over half of the width.

    None where there is no figure, and for all of them where there is nothing to compare with or
    nothing differs.
    """
    if one is None:
        return [None] * len(figures)
    values = [None if figure is None else round(figure - one, 1) for figure in figures]
    most = max((abs(value) for value in values if value is not None), default=0.0)
    return [None if value is None or not most else _bar(value, most) for value in values]


def _bar(value: float, most: float) -> DifferenceBar:
    half = WIDTH / 2
    width = round(max(LEAST, half * abs(value) / most), 1) if value else 0.0
    return DifferenceBar(value, half if value > 0 else round(half - width, 1), width)
