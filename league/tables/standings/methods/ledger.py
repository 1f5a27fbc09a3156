"""The results of all entries as columns, so that tens of thousands of matches add up fast."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games.sentences import Sentence
from league.foundation.doors.played import DealFacts
from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.exact import exact_sum
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON
from league.tables.standings.methods.scoring import Method
from league.tables.standings.methods.unplayed import (
    Reason,
    Unplayed,
    absent_opponents,
    adjusted_scores,
)


class Adjustment(NamedTuple):
    """Points given (or taken, when negative) by the director, and why."""

    entry: str
    points: Number
    reason: str = ""


class Carried(NamedTuple):
    """Points that an entry brings along; in an average they weigh as much as so many matches."""

    entry: str
    points: Number
    weight: Number = 1


class Brought(NamedTuple):
    """Points brought along, and the value that they add: in an average as often as they weigh."""

    value: Number
    points: Number
    weight: Number


class FactLine(NamedTuple):
    """What the deals of a match say of an entry's side."""

    entry: int
    round: int
    opponents: tuple[int, ...]
    facts: DealFacts


@dataclass
class Ledger:
    """The results in two tables stored as columns, and their sums for each entry.

    A line of the first is one entry in one match: `entries`, `numbers` (of the rounds), `results`
    (what the match was worth), `points`, `ahead` (of the average of the other sides), `outcomes`,
    `firsts` (whether its side dealt first), `made` and `against` (the points of both sides before
    any cap; None against several sides). A line of the second is one entry facing one other:
    `facing`, `opponents`, `lines` (its place in the first table), `leads` (own points minus that
    opponent's). The first `single_lines` of both are the same: matches of two single entries. A
    line of the third is one entry with one partner: `sitting`, `partners`.

    `totals` decide the rank; `scores` are the same without adjustments and what is carried over:
    a penalty for being late is no reason to value a win over that entry less. What makes the
    difference is in `brought` and `adjusted_by`. `divisors` are what the sum of each entry's
    results is divided by, where it is: how many there are, or a hundredth of the matchpoints that
    there were to get. `uneven` is what playing as many deals as the others adds. `accounts` say how
    a total came about in one sentence, where that takes more than adding up results that everybody
    sees. `deal_facts` are what the deals of a match say, with its round and the opponents in it.
    `top` is the most matchpoints that a deal can give.
    """

    method: Method
    size: int
    rounds: int = 0
    entries: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    results: list[Number] = field(default_factory=list)
    points: list[Number] = field(default_factory=list)
    ahead: list[Number] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    made: list[Number] = field(default_factory=list)
    against: list[Number | None] = field(default_factory=list)
    firsts: list[bool] = field(default_factory=list)
    facing: list[int] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    single_lines: int = 0
    leads: list[Number] = field(default_factory=list)
    sitting: list[int] = field(default_factory=list)
    partners: list[int] = field(default_factory=list)
    unplayed: dict[int, list[Unplayed]] = field(default_factory=lambda: defaultdict(list))
    deal_facts: list[FactLine] = field(default_factory=list)
    divisors: list[Number] = field(default_factory=list)
    uneven: dict[int, Number] = field(default_factory=dict)
    brought: dict[int, list[Brought]] = field(default_factory=lambda: defaultdict(list))
    adjusted_by: dict[int, list[Adjustment]] = field(default_factory=lambda: defaultdict(list))
    provisional: set[int] = field(default_factory=set)
    scores: list[Number] = field(default_factory=list)
    totals: list[Number] = field(default_factory=list)
    accounts: list[Sentence] = field(default_factory=list)
    top: Number = 0

    def sums(self, column: Iterable[Number]) -> list[Number]:
        """Add up a column of the first table for each entry."""
        return added_up(self.size, self.entries, column)

    @cached_property
    def results_against(self) -> Sequence[Number]:
        """What the match gave, a line for each opponent in it."""
        if len(self.lines) == len(self.results) == self.single_lines:
            return self.results
        return [self.results[line] for line in self.lines]

    @cached_property
    def others_at_table(self) -> Sequence[tuple[int, ...]]:
        """The opponents in the match, or the deal, of each line of the first table."""
        others: list[list[int]] = [[] for _ in self.entries]
        for line, opponent in zip(self.lines, self.opponents, strict=True):
            others[line].append(opponent)
        return [tuple(others) for others in others]

    def lines_at_table(self, entry: int) -> list[int]:
        """Return the entry's lines of the first table."""
        return [line for line, at_line in enumerate(self.entries) if at_line == entry]

    def tallies(self) -> dict[int, list[int]]:
        """Count for each entry the matches WON, DRAWN and LOST; a forfeit is won and lost."""
        tallies = {outcome: [0] * self.size for outcome in (WON, DRAWN, LOST)}
        for entry, outcome in zip(self.entries, self.outcomes, strict=True):
            tallies[outcome][entry] += 1
        for entry, rounds in self.unplayed.items():
            for one in rounds:
                if one.reason is Reason.FORFEIT_WON:
                    tallies[WON][entry] += 1
                elif one.reason is Reason.FORFEIT_LOST:
                    tallies[LOST][entry] += 1
        return tallies

    @cached_property
    def played(self) -> list[Number]:
        """How many matches each entry played at a table."""
        return self.sums([1] * len(self.entries))

    @cached_property
    def counted(self) -> list[Number]:
        """How many results each entry has: matches, byes and forfeits."""
        counts = self.played.copy()
        for entry, rounds in self.unplayed.items():
            counts[entry] += len(rounds)
        return counts

    def add_what_was_not_played(
        self,
        carried: Iterable[Carried],
        adjustments: Iterable[Adjustment],
        index: Mapping[str, int],
    ) -> None:
        """Make the totals of the scores: points brought along, then given and taken."""
        self.totals = list(self.scores)
        is_average = self.method.is_average
        for one in carried:
            value = one.points * one.weight if is_average else one.points
            self.brought[index[one.entry]].append(Brought(value, one.points, one.weight))
        for adjustment in adjustments:
            self.adjusted_by[index[adjustment.entry]].append(adjustment)
        for entry, brought in self.brought.items():
            self.totals[entry] = self._with_brought(entry, brought)
        for entry, of_entry in self.adjusted_by.items():
            self.totals[entry] += sum([adjustment.points for adjustment in of_entry])

    def _with_brought(self, entry: int, brought: Sequence[Brought]) -> Number:
        """Return the score with points carried over, which have a weight in an average."""
        values = sum([score.value for score in brought])
        if not self.method.is_average:
            return self.scores[entry] + values
        count = self.divisors[entry]
        weights = sum([score.weight for score in brought])
        return average(self.scores[entry] * count + values, count + weights)

    def unplayed_result(self, entry: int) -> Number:
        """What the rounds that the entry did not play gave it."""
        return sum([missed.result for missed in self.unplayed.get(entry, ())])

    def byes_result(self, entry: int) -> Number:
        """What its byes gave the entry."""
        return sum(
            [missed.result for missed in self.unplayed.get(entry, ()) if missed.reason.is_bye]
        )

    def byes(self, entry: int) -> int:
        return sum([missed.reason.is_bye for missed in self.unplayed.get(entry, ())])

    @cached_property
    def adjusted(self) -> Sequence[Number]:
        """The scores as they count for those who met the entry."""
        if not any(
            missed.reason is Reason.REQUESTED
            for of_entry in self.unplayed.values()
            for missed in of_entry
        ):
            return self.scores
        last: dict[int, int] = {}
        for entry, number in zip(self.entries, self.numbers, strict=True):
            last[entry] = max(number, last.get(entry, 0))
        counts = self.counted if self.method.is_average else None
        return adjusted_scores(self.scores, self.unplayed, last, self.method.even, counts)

    def stand_ins(self, entry: int) -> Iterable[tuple[Unplayed, Number]]:
        """Yield the rounds not played, with the score of who stands in for the opponent."""
        most = self.method.even
        if most is not None and not self.method.is_average:
            most *= self.rounds
        return absent_opponents(self.unplayed[entry], self.scores[entry], self.adjusted, most)


def added_up(size: int, entries: Sequence[int], column: Iterable[Number]) -> list[Number]:
    """Return the sum of what the column says of each entry."""
    totals: list[Number] = [0] * size
    fractions: dict[int, list[Number]] = defaultdict(list)
    for entry, number in zip(entries, column, strict=True):
        if type(number) is int:
            totals[entry] += number
        else:
            fractions[entry].append(number)
    for entry, fraction in fractions.items():
        totals[entry] = exact_sum([totals[entry], *fraction])
    return totals


def average(total: Number, count: Number) -> Number:
    """Return total / count exactly, and 0 where there is nothing to average."""
    return whole(Fraction(total) / count) if count else 0
