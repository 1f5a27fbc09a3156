"""The lines that are measured, and the table of them: goals that were missed stand first."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from deploy.workshop.bench.goals import GOALS

HEAD = ("goal", "wanted", "measured", "")
MET, MISSED = "met", "MISSED"
FIRST = {MISSED: 0, MET: 2}  # between them what could not be measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The figures of a goal, in the order of its bounds; `note` is printed below the table.

    Without figures `left_out` says why. Raises ValueError when figures and goal do not fit.
    """

    goal: str
    figures: tuple[float, ...] = ()
    note: str = ""
    left_out: str = ""

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise ValueError(f"there is no goal {self.goal}")
        if bool(self.figures) == bool(self.left_out):
            raise ValueError(f"{self.goal} has figures, or says why it has none")
        if self.figures and len(self.figures) != len(GOALS[self.goal].bounds):
            raise ValueError(f"{self.goal} has {len(GOALS[self.goal].bounds)} figures")

    @property
    def verdict(self) -> str:
        if self.left_out:
            return self.left_out
        pairs = zip(GOALS[self.goal].bounds, self.figures, strict=True)
        return MET if all(bound.is_met_by(figure) for bound, figure in pairs) else MISSED

    def cells(self) -> tuple[str, ...]:
        goal = GOALS[self.goal]
        pairs = zip(goal.bounds, self.figures, strict=False)
        measured = ", ".join(bound.shown(figure) for bound, figure in pairs)
        return (self.goal, goal.wanted, measured, self.verdict)


def by_urgency(lines: Iterable[Line]) -> list[Line]:
    """Return the lines in the order in which they are shown."""
    order = list(GOALS)
    return sorted(lines, key=lambda line: (FIRST.get(line.verdict, 1), order.index(line.goal)))


def in_a_sentence(lines: Sequence[Line]) -> str:
    """Return how many goals were met, and which were not."""
    met = sum(line.verdict == MET for line in lines)
    missed = [line.goal for line in by_urgency(lines) if line.verdict == MISSED]
    return f"{met} of {len(lines)} goals met" + (f"; missed: {', '.join(missed)}" if missed else "")


def notes(lines: Iterable[Line]) -> list[str]:
    return [f"{line.goal}: {line.note}" for line in by_urgency(lines) if line.note]


def as_text(lines: Iterable[Line]) -> str:
    """Return the table for a terminal; its figures are in the words of the docs."""
    rows = [HEAD, *(line.cells() for line in lines)]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    drawn = [
        "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, widths, strict=True))
        for row in rows
    ]
    rule = "  ".join("-" * room for room in widths)
    return "\n".join(line.rstrip() for line in (drawn[0], rule, *drawn[1:]))


def as_markdown(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of cells, the first of which is the head, as a table of the docs."""
    head, *others = rows
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        for row in (head, ["---"] * len(head), *others)
    )


def width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
