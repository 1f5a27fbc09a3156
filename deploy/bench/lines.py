"""A line of the table that `make bench` prints: a figure, its reference and its goal."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One figure, and what it is held against.

    `ratio` is said in the words of the goal: how many times the reference. A line without a
    reference is there for its figure alone.
    """

    goal: str = ""  # P1, P2, ... as in docs/performance.md; "" when there is no goal
    what: str
    figure: float
    unit: str
    against: str = ""
    reference: float | None = None
    ratio: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Return whether the goal is met, or None when there is none."""
        held = self.figure if self.ratio is None else self.ratio
        if self.at_least is not None:
            return held >= self.at_least
        return None if self.at_most is None else held <= self.at_most

    def cells(self) -> tuple[str, ...]:
        wanted = ""
        if self.at_least is not None:
            wanted = f">= {number(self.at_least)}"
        elif self.at_most is not None:
            wanted = f"<= {number(self.at_most)}"
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        reference = "" if self.reference is None else f"{number(self.reference)} {self.unit}"
        return (
            self.goal,
            self.what,
            f"{number(self.figure)} {self.unit}",
            f"{self.against}: {reference}" if self.against else "",
            "" if self.ratio is None else f"{number(self.ratio)} x",
            wanted,
            verdict,
        )


HEAD = ("goal", "what", "figure", "held against", "ratio", "wanted", "")


def number(value: float) -> str:
    """Return three digits that count, with a blank between the thousands."""
    if abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.3g}"


def table(lines: Iterable[Line]) -> str:
    rows = [HEAD, *(line.cells() for line in lines)]
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    rule = "  ".join("-" * room for room in widths)
    drawn = [
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in [drawn[0], rule, *drawn[1:]])


def width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
