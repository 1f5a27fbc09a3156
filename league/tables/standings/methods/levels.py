"""Points first, then each tie-break in turn inside the blocks of entries that are still level."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple, TypeAlias

from league.foundation.doors.reading import Number
from league.tables.standings.methods.exact import Range
from league.tables.standings.methods.head_to_head import Encounters, Pass, separate
from league.tables.standings.methods.ledger import Ledger
from league.tables.standings.methods.tiebreaks import (
    GROUPED,
    PLAY_OFF,
    TIEBREAKS,
    HeadToHead,
    Lot,
    PlayOff,
    Sum,
)

POINTS = "points"
# what each entry, by its place in the ledger, made in one play-off
PlayedOff: TypeAlias = Mapping[int, Number]


class Split(NamedTuple):
    """What separated a block of entries from the one before it, with the numbers of both.

    It is not `certain` where head-to-head decides before all have met: then `upper` is the least
    that the block before can still reach, `lower` the most that this one can.
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

    Head-to-head compares a group, and those of it who stay level once more, in a smaller group.
    `passes` are these comparisons by tie-break and entry; `made` are the entry's points in each of
    them, or in each play-off. Where there are several, the last one decided.
    """

    def __init__(
        self,
        ledger: Ledger,
        tiebreaks: Sequence[str],
        *,
        lots: Sequence[int] = (),
        play_offs: Sequence[PlayedOff] = (),
    ) -> None:
        self.ledger = ledger
        self.tiebreaks = tiebreaks
        self.play_offs = play_offs
        self.columns: dict[str, Sequence[Number]] = {}
        for name in tiebreaks:
            tiebreak = TIEBREAKS[name]
            if isinstance(tiebreak, Sum):
                self.columns[name] = tiebreak.numbers(ledger)
            elif isinstance(tiebreak, Lot):
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
                finer += self._split(level, name) if len(level.entries) > 1 else [level]
            levels = finer
        return levels

    def _split(self, level: Level, name: str) -> list[Level]:
        tiebreak = TIEBREAKS[name]
        if isinstance(tiebreak, HeadToHead):
            return self._by_head_to_head(level, tiebreak)
        if isinstance(tiebreak, PlayOff):
            return self._by_play_off(level)
        return _by_value(level, name, self.columns[name])

    def encounters(self, tiebreak: HeadToHead) -> Encounters:
        """Return who met whom, as this tie-break counts it; sorted once."""
        encounters = self._encounters.get(tiebreak.name)
        if encounters is None:
            encounters = self._encounters[tiebreak.name] = tiebreak.encounters(self.ledger)
        return encounters

    def _by_head_to_head(self, level: Level, tiebreak: HeadToHead) -> list[Level]:
        name, encounters = tiebreak.name, self.encounters(tiebreak)
        separated = separate(encounters, level.entries)
        passes = self.passes[name]
        for look in separated.passes:
            for entry in look.group:
                passes.setdefault(entry, []).append(look)
        self.met[name] |= encounters.league(level.entries).points
        for entry in level.entries:
            self.made[name][entry] = tuple(
                [look.ranges[entry] for look in passes[entry] if look.can_decide]
            )
        return [
            Level(block.entries, Split(name, *block.lead) if block.lead else level.split)
            for block in separated.blocks
        ]

    def _by_play_off(self, level: Level) -> list[Level]:
        blocks = _by_play_offs(self.play_offs, level.entries)
        levels: list[Level] = []
        for block in blocks:
            for entry in block.entries:
                if block.points:
                    self.met[PLAY_OFF][entry] = block.points[-1]
                    self.made[PLAY_OFF][entry] = tuple(
                        [Range(points, points) for points in block.points]
                    )
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


class _PlayedOffBlock(NamedTuple):
    """Entries still level, what they made in each play-off that counted, and the lead over them."""

    entries: list[int]
    points: tuple[Number, ...]
    lead: tuple[Number, Number] | None


def _by_play_offs(play_offs: Sequence[PlayedOff], group: Sequence[int]) -> list[_PlayedOffBlock]:
    """Return the group in blocks, best first, by the play-offs in which all level entries played.

    The first one that separates them decides; entries still level are compared by the next ones.
    """
    blocks = [_PlayedOffBlock(list(group), (), None)]
    for play_off in play_offs:
        finer: list[_PlayedOffBlock] = []
        for block in blocks:
            if len(block.entries) > 1 and play_off.keys() >= set(block.entries):
                finer += _by_play_off(play_off, block)
            else:
                finer.append(block)
        blocks = finer
    return blocks


def _by_play_off(play_off: PlayedOff, block: _PlayedOffBlock) -> list[_PlayedOffBlock]:
    ordered = sorted(block.entries, key=play_off.__getitem__, reverse=True)
    blocks: list[_PlayedOffBlock] = []
    for points, level in groupby(ordered, key=play_off.__getitem__):
        lead = (blocks[-1].points[-1], points) if blocks else block.lead
        blocks.append(_PlayedOffBlock(list(level), (*block.points, points), lead))
    return blocks


def draw_lots(seed: int, entries: Sequence[str]) -> list[int]:
    """Return the lot of each entry, 1 for the first; anyone can draw them again from the seed.

    Entries are in the order of the SHA-256 of "<seed>:<id>", as hexadecimal text.
    """
    order = sorted(
        range(len(entries)),
        key=lambda place: (sha256(f"{seed}:{entries[place]}".encode()).hexdigest(), entries[place]),
    )
    lots = [0] * len(entries)
    for lot, place in enumerate(order, start=1):
        lots[place] = lot
    return lots
