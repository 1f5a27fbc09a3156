"""The totals of a season after each of its nights as a drawing: plain numbers for an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from league.faces.public.pictures.rank_chart import (
    BETWEEN_LABELS,
    LETTERS,
    MOST_FOR_NAMES,
    MOST_LINES,
    MOST_NAMED,
    Line,
    RankChart,
    numbers_shown,
    set_apart,
    shortened,
    width_of,
)
from league.foundation.shown_numbers import Number, figure

HEIGHT, TOP, BOTTOM, LEFT, SPACE = 300, 14, 26, 52, 10
FOR_TOTALS = 56
MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody in the race, with the total after each night; the best come first."""

    key: int
    name: str
    totals: Sequence[Number]


def race_chart(
    runners: Sequence[Runner], nights: Sequence[int], *, width: int, names: bool = True
) -> RankChart | None:
    """Return the drawing, `width` wide in units of a pixel; None for fewer than two nights.

    The first are named at the end of their lines, the next are pale, the rest is left out. Without
    `names` a line ends with its total: `named` are the lines for a list beside it.
    """
    if len(nights) < 2 or not runners:
        return None
    drawn = runners[:MOST_LINES]
    totals = [total for one in drawn for total in one.totals]
    step = _step(float(max(totals)) - min(0.0, float(min(totals))))
    least = min(0, floor(float(min(totals)) / step)) * step
    most = max(totals)
    labels = [
        f"{figure(one.totals[-1])} {one.name}" if names else figure(one.totals[-1])
        for one in drawn[:MOST_NAMED]
    ]
    longest = max(width_of(label, LETTERS) for label in labels)
    room = min(MOST_FOR_NAMES, round(longest) + 2 * SPACE) if names else FOR_TOTALS
    right = width - room - SPACE

    def across(number: int) -> float:
        return round(LEFT + number * (right - LEFT) / (len(nights) - 1), 1)

    def down(total: Number) -> float:
        span = float(most) - least or 1
        return round(TOP + (float(most) - float(total)) / span * (HEIGHT - TOP - BOTTOM), 1)

    ends = [down(one.totals[-1]) for one in drawn[:MOST_NAMED]]
    heights = set_apart(sorted(ends), gap=BETWEEN_LABELS, first=TOP, last=HEIGHT - BOTTOM)
    # who has more stands above, also where a handicap or a dropped night changed the order
    at = dict(zip(sorted(range(len(ends)), key=lambda one: ends[one]), heights, strict=True))
    lines = [
        Line(
            key=one.key,
            name=one.name,
            label=shortened(labels[number], size=LETTERS, room=room) if is_named else "",
            place=figure(one.totals[-1]),
            points=" ".join(f"{x:g},{y:g}" for x, y in dots),
            dots=dots if is_named else [],
            label_at=at.get(number, 0.0),
            style=number + 1 if is_named else 0,
            is_chosen=False,
        )
        for number, one in reversed(list(enumerate(drawn)))
        for is_named in [number < MOST_NAMED]
        for dots in [[(across(n), down(total)) for n, total in enumerate(one.totals)]]
    ]
    return RankChart(
        width=width,
        height=HEIGHT,
        lines=lines,
        marks=[(figure(mark), down(mark)) for mark in _marks(least, float(most), step)],
        rounds=[(nights[n], across(n)) for n in numbers_shown(len(nights), right - LEFT)],
        left=LEFT,
        right=right,
        foot=HEIGHT - 8,
        is_cut=len(drawn) < len(runners),
    )


def _step(span: float) -> float:
    """Return how far marks are apart: 1, 2 or 5 times a power of ten, at most six of them."""
    if span <= 0:
        return 1
    power: float = 10 ** floor(log10(span / MOST_STEPS))
    return next(times * power for times in (1, 2, 5, 10) if times * power * MOST_STEPS >= span)


def _marks(least: float, most: float, step: float) -> list[float]:
    count = floor((most - least) / step) + 1
    return [round(least + number * step, 6) for number in range(count)]
