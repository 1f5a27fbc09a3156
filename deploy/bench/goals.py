"""What is wanted, in one place: `Line` names a goal, docs/performance.md lists them all."""

from collections.abc import Iterator
from dataclasses import dataclass


def number(value: float) -> str:
    """Return three digits that count, with a blank between the thousands."""
    if abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.3g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A bound on a ratio or, where nothing is named that it is held `against`, on the figure.

    `unit` is that of a bounded figure. Raises ValueError unless there is exactly one bound.
    """

    what: str
    against: str = ""
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None

    def __post_init__(self) -> None:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError(f"a goal has one bound: {self.what}")

    @property
    def is_of_ratio(self) -> bool:
        return bool(self.against)

    @property
    def wanted(self) -> str:
        unit = " x" if self.is_of_ratio else f" {self.unit}".rstrip()
        if self.at_least is not None:
            return f">= {number(self.at_least)}{unit}"
        assert self.at_most is not None
        return f"<= {number(self.at_most)}{unit}"

    def is_met_by(self, value: float) -> bool:
        if self.at_least is not None:
            return value >= self.at_least
        assert self.at_most is not None
        return value <= self.at_most


GOALS = {
    "P1": Goal(
        what="full checked replay of a double-deck deal (auction, melds, cards, score), an event",
        against="python-chess `push_uci`, a move: times faster",
        at_least=20,
    ),
    "P2": Goal(
        what="the same, an event",
        against="OpenSpiel's checked replay of spades, a player's action, both driven from Python",
        at_most=1.0,
    ),
    "P3": Goal(
        what="a record, from bytes to score",
        against="`json.loads` of the record alone",
        at_most=5,
    ),
    "P4": Goal(
        what="the `score` command on a file of 20,000 records, two processes",
        against="one process: times faster",
        at_least=1.8,
    ),
    "P5": Goal(
        what="Swiss round of 1,000 entrants, drawn with its reasons",
        against="py4swiss (Dutch system)",
        at_most=1 / 100,
    ),
    "P6": Goal(
        what="rebuild of standings after one result, 10,000 entrants and 11 rounds: read, compute,"
        " write",
        against="only reading the results",
        at_most=6,
    ),
    "P7": Goal(
        what="kept public standings page, production servers",
        against="the same server's Django answer of 17 kB without middleware",
        at_least=0.5,
    ),
    "P8": Goal(
        what="API list of 50 tables, nothing kept",
        against="a plain ModelSerializer on the same rows: times faster",
        at_least=2,
    ),
    "P9": Goal(
        what="submission to visible standings, 20 a second for a minute, 95th percentile",
        against="a bare round trip through the queue",
        at_most=4,
    ),
    "P10": Goal(what="memory of the whole of `make run` at rest", unit="MB", at_most=600),
    "P11": Goal(
        what="`make run` on a machine that has nothing, to its address",
        against="installing its locked requirements alone",
        at_most=1.5,
    ),
    "P12": Goal(
        what="1,000 open live pages while a round of 50 tables is submitted: from the last rebuild"
        " to the last page that shows it",
        unit="s",
        at_most=2,
    ),
    "P13": Goal(
        what="matchpoints, 1,000 deals at 200 tables, exact",
        against="one SQL window query for the same",
        at_most=0.25,
    ),
    "P14": Goal(
        what="growth: main pages, submission and rebuild of one event with 2,000 clubs, 100,000"
        " events and 10 million deals stored",
        against="the same with the demo's data alone",
        at_most=1.3,
    ),
    "P15": Goal(
        what="a summary, from bytes to score, the slowest of the games",
        against="`json.loads` of a record alone",
        at_most=2,
    ),
    "P16": Goal(what="the `score` command on one record", unit="s", at_most=0.5),
    "P17": Goal(
        what="who meets whom in the Swiss round of 1,000 entrants",
        against="networkx on the graph of our candidates",
        at_most=1 / 40,
    ),
    "P18": Goal(
        what="growth of the Swiss draw from 1,000 to 10,000 entrants, as an exponent", at_most=2.2
    ),
    "P19": Goal(
        what="a submission, processor time of web server, PostgreSQL and worker together",
        unit="ms",
        at_most=40,
    ),
    "P20": Goal(what="a submission, its queries", unit="queries", at_most=12),
    "P21": Goal(what="submissions that two cores carry", unit="a second", at_least=40),
    "P22": Goal(
        what="submission to visible standings with two web processes and production settings, the"
        " second one within 5 s",
        unit="s",
        at_most=1,
    ),
    "P23": Goal(
        what="first rebuild of standings, 10,000 entrants and 11 rounds", unit="s", at_most=4
    ),
    "P24": Goal(
        what="rebuild of standings after one result, 10,000 entrants and 11 rounds",
        unit="s",
        at_most=0.5,
    ),
    "P25": Goal(what="standings page, rendered each time", unit="requests/s", at_least=150),
    "P26": Goal(what="front page, rendered each time", unit="requests/s", at_least=300),
    "P27": Goal(what="page of a club, rendered each time", unit="requests/s", at_least=150),
    "P28": Goal(what="page of a table, rendered each time", unit="requests/s", at_least=100),
    "P29": Goal(what="API list of 50 tables, made each time", unit="requests/s", at_least=300),
    "P30": Goal(
        what="front page with 2,000 clubs and 100,000 events",
        against="the same with the demo's data alone",
        at_most=1.3,
    ),
    "P31": Goal(
        what="API list, unchanged (304)",
        against="the same list made each time: times faster",
        at_least=10,
    ),
    "P32": Goal(
        what="5,000 live pages, to open them again after a restart of live", unit="s", at_most=10
    ),
    "P33": Goal(
        what="`make run` on an empty site, its requirements installed, to a useful page",
        unit="s",
        at_most=20,
    ),
    "P34": Goal(
        what="the largest public page in English, with all it loads, first visit",
        unit="kB",
        at_most=90,
    ),
    "P35": Goal(
        what="memory of a worker that rebuilt the standings of 10,000 entrants",
        unit="MB",
        at_most=250,
    ),
    "P36": Goal(
        what="API list of 50 tables, kept",
        against="a plain ModelSerializer on the same rows: times faster",
        at_least=6,
    ),
    "P37": Goal(
        what="a standings table of 100 rows, read and rendered",
        against="the same as a plain template with its query: times faster",
        at_least=2.5,
    ),
    "P38": Goal(
        what="database connections of the web server with 1,000 open live pages",
        unit="connections",
        at_most=10,
    ),
    "P39": Goal(
        what="public standings page, unchanged (304), production servers",
        against="the same server's Django answer with one row, without middleware",
        at_least=0.9,
    ),
    "P40": Goal(
        what="growth: tables of which a query of a main page reads more than 5,000 rows",
        unit="tables",
        at_most=0,
    ),
}


def as_markdown() -> Iterator[str]:
    """Yield the lines of the table of goals, as docs/performance.md has it."""
    yield "| goal | what | held against | wanted |"
    yield "| --- | --- | --- | --- |"
    for name, goal in GOALS.items():
        yield f"| {name} | {goal.what} | {goal.against} | {goal.wanted} |"
