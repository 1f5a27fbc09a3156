"""The course of a rating as a drawing: plain numbers for a template that writes the SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from math import ceil, floor

from django.db.models.functions import Coalesce
from django.utils.timezone import localtime

from league.tables.ratings.method.scale import POINTS, shown
from league.tables.ratings.method.strengths import Strength
from league.tables.ratings.models import Rating

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 56, 8, 10, 10
STEP = 100
MOST_CHANGES = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line of ratings with the band in which two out of three strengths lie.

    `line` and `band` are the points of SVG lines; `marks` are (rating, height) of the rules.
    `days` are those of the first and the last table, where they are known.
    """

    line: str
    band: str
    marks: list[tuple[int, float]]
    last: tuple[float, float]
    first_shown: int
    last_shown: int
    highest: int
    lowest: int
    tables: int
    days: tuple[date, date] | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart_of(strengths: Sequence[Strength], began: Sequence[datetime] = ()) -> Chart | None:
    """Return the drawing of strengths in the order of time, or None for fewer than two.

    `began` is when the rounds of the tables began that made them, in the same order.
    """
    if len(strengths) < 2:
        return None
    values = [shown(strength.mu) for strength in strengths]
    spreads = [POINTS * strength.sigma for strength in strengths]
    low = floor(min(map(_less, values, spreads)) / STEP) * STEP
    high = ceil(max(map(_more, values, spreads)) / STEP) * STEP

    def across(number: int) -> float:
        return round(LEFT + number * (WIDTH - LEFT - RIGHT) / (len(values) - 1), 1)

    def up(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    upper = [(across(n), up(v + s)) for n, (v, s) in enumerate(zip(values, spreads, strict=True))]
    lower = [(across(n), up(v - s)) for n, (v, s) in enumerate(zip(values, spreads, strict=True))]
    marks_apart = STEP * max(1, ceil((high - low) / STEP / 5))
    return Chart(
        line=_points([(across(number), up(value)) for number, value in enumerate(values)]),
        band=_points([*upper, *reversed(lower)]),
        marks=[(mark, up(mark)) for mark in range(low, high + 1, marks_apart)],
        last=(across(len(values) - 1), up(values[-1])),
        first_shown=values[0],
        last_shown=values[-1],
        highest=max(values),
        lowest=min(values),
        tables=len(values) - 1,
        days=(localtime(began[0]).date(), localtime(began[-1]).date()) if began else None,
    )


def chart_of_rating(rating: Rating) -> Chart | None:
    """Return the drawing of a rating's last tables; one query."""
    round_ = "table__round__"
    rows = (
        rating.changes.annotate(began=Coalesce(f"{round_}opened_at", f"{round_}drawn_at"))
        .order_by("-number")
        .values_list("mu_before", "sigma_before", "mu", "sigma", "began")
    )
    changes = list(rows[:MOST_CHANGES])[::-1]
    if not changes:
        return None
    begin = Strength(changes[0][0], changes[0][1])
    after = [Strength(mu, sigma) for _mu, _sigma, mu, sigma, _began in changes]
    return chart_of([begin, *after], [began for *_strengths, began in changes])


def _less(value: float, spread: float) -> float:
    return value - spread


def _more(value: float, spread: float) -> float:
    return value + spread


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
