"""A line of the table that `make bench` prints: a figure, its reference and its goal."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from deploy.bench.goals import GOALS, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One figure, and what it is held against.

    `goal` names one of GOALS, or nothing. `ratio` is said in the words of the goal: how many times
    the reference. A line without a reference is there for its figure alone. `left_out` says why
    there is no reference, or no figure, although there should be one.
    """

    goal: str = ""
    what: str
    figure: float | None
    unit: str
    against: str = ""
    reference: float | None = None
    ratio: float | None = None
    left_out: str = ""

    def __post_init__(self) -> None:
        if self.goal and self.goal not in GOALS:
            raise ValueError(f"there is no goal {self.goal}: {self.what}")
        if self.is_met is None and self.goal and not self.left_out:
            raise ValueError(f"{self.goal} is not measured, and nothing says why: {self.what}")
        if self.is_met is not None and self.left_out:
            raise ValueError(f"{self.goal} is measured and left out: {self.what}")

    @property
    def is_met(self) -> bool | None:
        """Return whether the goal is met, or None when there is none or it was not measured."""
        if not self.goal:
            return None
        held = self.ratio if GOALS[self.goal].is_of_ratio else self.figure
        return None if held is None else GOALS[self.goal].is_met_by(held)

    def cells(self) -> tuple[str, ...]:
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        return (
            self.goal,
            self.what,
            self._with_unit(self.figure),
            ": ".join(filter(None, [self.against, self._with_unit(self.reference)])),
            "" if self.ratio is None else f"{number(self.ratio)} x",
            GOALS[self.goal].wanted if self.goal else "",
            verdict or self.left_out,
        )

    def _with_unit(self, value: float | None) -> str:
        return "" if value is None else f"{number(value)} {self.unit}".rstrip()


HEAD = ("goal", "what", "figure", "held against", "ratio", "wanted", "")


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
