"""What is wanted, in one place: each goal is a line of the table that `make bench` prints."""

from collections.abc import Mapping
from dataclasses import dataclass


def number(value: float) -> str:
    """Return three digits that count, with a blank between the thousands."""
    if abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.3g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What one figure may be. Raises ValueError unless there is exactly one bound.

    `what` stands before it in the table where a goal has several.
    """

    what: str = ""
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    def __post_init__(self) -> None:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError(f"a figure has one bound: {self.what}")

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return self.shown(self.at_least, sign=">= ")
        assert self.at_most is not None
        return self.shown(self.at_most, sign="<= ")

    def shown(self, figure: float, *, sign: str = "") -> str:
        return " ".join(filter(None, (self.what, f"{sign}{number(figure)}", self.unit)))

    def is_met_by(self, figure: float) -> bool:
        if self.at_least is not None:
            return figure >= self.at_least
        assert self.at_most is not None
        return figure <= self.at_most


@dataclass(frozen=True, slots=True)
class Goal:
    """What is measured, and the bounds of its figures in their order."""

    what: str
    bounds: tuple[Bound, ...]

    @property
    def wanted(self) -> str:
        return ", ".join(bound.wanted for bound in self.bounds)


def _make_upper_bound(figure: float, unit: str, what: str = "") -> Bound:
    return Bound(what=what, unit=unit, at_most=figure)


def _at_least(figure: float, unit: str, what: str = "") -> Bound:
    return Bound(what=what, unit=unit, at_least=figure)


# the engine's are what was measured on 23 November 2026, and a tenth more for the noise
GOALS: Mapping[str, Goal] = {
    "L1": Goal(
        "40 clubs with 10 tables that enter and confirm a deal every four minutes, 3,000 live"
        " pages, 100 page views a second",
        (
            _make_upper_bound(1, "s", "visible p95"),
            _make_upper_bound(100, "ms", "page p95"),
            _make_upper_bound(0, "", "lost"),
        ),
    ),
    "L2": Goal(
        "a result in an event of 100 entrants, averaged over a whole round",
        (_make_upper_bound(35, "ms", "requests"), _make_upper_bound(20, "ms", "what follows")),
    ),
    "L3": Goal(
        "the worst of event home, club home, front page, busy evening",
        (
            _make_upper_bound(12, "ms", "nothing kept"),
            _make_upper_bound(6, "queries"),
            _make_upper_bound(2, "ms", "asked again"),
        ),
    ),
    "L4": Goal(
        "standings of 100 entrants",
        (_make_upper_bound(30, "ms", "nothing kept"), _make_upper_bound(2, "ms", "asked again")),
    ),
    "L5": Goal(
        "the next Swiss round drawn and stored",
        (_make_upper_bound(35, "ms", "100 entrants"), _make_upper_bound(350, "ms", "1,000")),
    ),
    "L6": Goal(
        "`make run` in an empty clone, package caches warm, to its first page",
        (_make_upper_bound(8, "s"),),
    ),
    "L6 cold": Goal(
        "the same with empty package caches, against installing the requirements alone",
        (_make_upper_bound(1.5, "x"),),
    ),
    "L7 replay": Goal(
        "a replayed event of a double-deck deal; python-chess takes for a move",
        (_at_least(11.5, "x as long"),),
    ),
    "L7 record": Goal(
        "a record, from bytes to score, against reading its JSON", (_make_upper_bound(8, "x"),)
    ),
    "L7 score": Goal(
        "a summary of the slowest game, against reading the JSON of a record; 20,000 records in"
        " two processes, against one",
        (_make_upper_bound(2.65, "x"), _at_least(1.2, "x as fast")),
    ),
    "L7 Swiss": Goal(
        "a Swiss round of 1,000 entrants, drawn with its reasons, against py4swiss",
        (_make_upper_bound(0.01, "x"),),
    ),
    "L7 rebuild": Goal(
        "standings of 10,000 entrants and 11 rounds after one result, against only reading the"
        " results",
        (_make_upper_bound(1.45, "x"),),
    ),
    "L7 points": Goal(
        "matchpoints of 1,000 deals at 200 tables, against a window query of PostgreSQL",
        (_make_upper_bound(0.33, "x"),),
    ),
    "L8": Goal(
        "the worst main page of a site that has grown, against a small one, and tables of which a"
        " query reads too much",
        (_make_upper_bound(1.3, "x"), _make_upper_bound(0, "tables read")),
    ),
}
# measured only when asked for (python -m deploy.workshop.bench --help)
ON_REQUEST = frozenset({"L6 cold"})
