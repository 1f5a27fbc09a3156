"""Points first, then each tie-break in turn inside the blocks of entries that are still level."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from league.rounds.drawing.reading import Number
from league.standings.methods.head_to_head import Encounters, separate
from league.standings.methods.ledger import Ledger
from league.standings.methods.tiebreaks import HEAD_TO_HEAD, TIEBREAKS

POINTS = "points"


class Split(NamedTuple):
    """What separated a block from the one before it, with the numbers of both.

    Not `certain`: head-to-head before all have met, at least against at most.
    """

    criterion: str
    upper: Number
    lower: Number
    certain: bool = True


class Level(NamedTuple):
    """Entries level so far, as places in the ledger; `split` is None for the first of all."""

    entries: list[int]
    split: Split | None


class Separation:
    """Separates groups of entries, and keeps every number it has compared them by."""

    def __init__(self, ledger: Ledger, tiebreaks: Sequence[str]) -> None:
        self.ledger = ledger
        self.tiebreaks = tiebreaks
        self.columns: dict[str, list[Number]] = {}
        for name in tiebreaks:
            count = TIEBREAKS[name].values
            if count is not None:
                self.columns[name] = count(ledger)
        self.met_points: dict[int, Number] = {}

    @cached_property
    def encounters(self) -> Encounters:
        return Encounters(self.ledger)

    def levels(self, group: Sequence[int]) -> list[Level]:
        """Return the group best first, in levels that nothing could separate."""
        levels = _by_value(Level(list(group), None), POINTS, self.ledger.totals)
        for name in self.tiebreaks:
            finer: list[Level] = []
            for level in levels:
                if len(level.entries) == 1:
                    finer.append(level)
                elif name == HEAD_TO_HEAD:
                    finer += self._by_head_to_head(level)
                else:
                    finer += _by_value(level, name, self.columns[name])
            levels = finer
        return levels

    def numbers(self, entry: int) -> dict[str, Number | None]:
        """Return the entry's tie-breaks in their order; head-to-head None where nobody is level."""
        return {
            name: self.met_points.get(entry) if name == HEAD_TO_HEAD else self.columns[name][entry]
            for name in self.tiebreaks
        }

    def _by_head_to_head(self, level: Level) -> list[Level]:
        self.met_points |= self.encounters.league(level.entries).points
        return [
            Level(block.entries, Split(HEAD_TO_HEAD, *block.lead) if block.lead else level.split)
            for block in separate(self.encounters, level.entries)
        ]


def _by_value(level: Level, criterion: str, values: Sequence[Number]) -> list[Level]:
    ordered = sorted(level.entries, key=values.__getitem__, reverse=True)
    levels: list[Level] = []
    before: Number | None = None
    for value, block in groupby(ordered, key=values.__getitem__):
        split = level.split if before is None else Split(criterion, before, value)
        levels.append(Level(list(block), split))
        before = value
    return levels
