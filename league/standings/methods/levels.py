"""Points first, then each tie-break in turn inside the blocks of entries that are still level."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from league.rounds.drawing.reading import Number
from league.standings.methods.head_to_head import Encounters, Pass, Range, separate
from league.standings.methods.ledger import Ledger
from league.standings.methods.play_offs import PlayOff, split_by_play_offs
from league.standings.methods.tiebreaks import GROUPED, HEAD_TO_HEAD, LOT, PLAY_OFF, TIEBREAKS

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
    """Separates groups of entries, and keeps every number it has compared them by.

    `passes` are the looks that head-to-head took at an entry's group, `made` what an entry came to
    in each look or play-off: where there was more than one, the last of them decided.
    """

    def __init__(
        self,
        ledger: Ledger,
        tiebreaks: Sequence[str],
        *,
        lots: Sequence[int] = (),
        play_offs: Sequence[PlayOff] = (),
    ) -> None:
        self.ledger = ledger
        self.tiebreaks = tiebreaks
        self.play_offs = play_offs
        self.columns: dict[str, Sequence[Number]] = {}
        for name in tiebreaks:
            count = TIEBREAKS[name].values
            if count is not None:
                self.columns[name] = count(ledger)
            elif name == LOT:
                self.columns[name] = lots
        self.met: dict[str, dict[int, Number]] = {name: {} for name in GROUPED}
        self.passes: dict[str, dict[int, list[Pass]]] = {name: {} for name in GROUPED}
        self.made: dict[str, dict[int, tuple[Range, ...]]] = {name: {} for name in GROUPED}
        self._encounters: dict[str, Encounters] = {}

    def levels(self, group: Sequence[int]) -> list[Level]:
        """Return the group best first, in levels that nothing could separate."""
        levels = _by_value(Level(list(group), None), POINTS, self.ledger.totals)
        for name in self.tiebreaks:
            finer: list[Level] = []
            for level in levels:
                if len(level.entries) == 1:
                    finer.append(level)
                elif name == PLAY_OFF:
                    finer += self._by_play_off(level)
                elif name in GROUPED:
                    finer += self._by_head_to_head(level, name)
                else:
                    finer += _by_value(level, name, self.columns[name])
            levels = finer
        return levels

    def numbers(self, entry: int) -> dict[str, Number | None]:
        """Return the entry's tie-breaks in order; None for those only needed by who is level."""
        return {
            name: self.met[name].get(entry) if name in GROUPED else self.columns[name][entry]
            for name in self.tiebreaks
        }

    def looks(self, entry: int) -> dict[str, tuple[Range, ...]]:
        """Return what the entry came to in each look of what depends on who is level."""
        return {name: made[entry] for name, made in self.made.items() if entry in made}

    def encounters(self, name: str) -> Encounters:
        """Return who met whom, as head-to-head or its difference counts it; sorted once."""
        encounters = self._encounters.get(name)
        if encounters is None:
            make = Encounters.by_results if name == HEAD_TO_HEAD else Encounters.by_leads
            encounters = self._encounters[name] = make(self.ledger)
        return encounters

    def _by_head_to_head(self, level: Level, name: str) -> list[Level]:
        encounters = self.encounters(name)
        separated = separate(encounters, level.entries)
        passes = self.passes[name]
        for one in separated.passes:
            for entry in one.group:
                passes.setdefault(entry, []).append(one)
        self.met[name] |= encounters.league(level.entries).points
        for entry in level.entries:
            self.made[name][entry] = tuple(
                [one.ranges[entry] for one in passes[entry] if one.can_decide]
            )
        return [
            Level(block.entries, Split(name, *block.lead) if block.lead else level.split)
            for block in separated.blocks
        ]

    def _by_play_off(self, level: Level) -> list[Level]:
        blocks = split_by_play_offs(self.play_offs, level.entries)
        levels: list[Level] = []
        for block in blocks:
            for entry in block.entries:
                if block.points:
                    self.met[PLAY_OFF][entry] = block.points[-1]
                    self.made[PLAY_OFF][entry] = tuple([Range(one, one) for one in block.points])
            split = Split(PLAY_OFF, *block.lead) if block.lead else level.split
            levels.append(Level(block.entries, split))
        return levels


def _by_value(level: Level, criterion: str, values: Sequence[Number]) -> list[Level]:
    lower_is_ahead = criterion != POINTS and TIEBREAKS[criterion].lower_is_ahead
    ordered = sorted(level.entries, key=values.__getitem__, reverse=not lower_is_ahead)
    levels: list[Level] = []
    before: Number | None = None
    for value, block in groupby(ordered, key=values.__getitem__):
        split = level.split if before is None else Split(criterion, before, value)
        levels.append(Level(list(block), split))
        before = value
    return levels
