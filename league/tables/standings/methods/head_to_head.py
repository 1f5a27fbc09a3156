"""Head-to-head: those who are level, as a small league of their own matches.

Source: FIDE Tie-Break Regulations (C.07), direct encounter. When all have met, the mini-league
decides, and those still level in it are looked at again among themselves. When some have not met,
only conclusive places are given, from the top: an entry whose worst case is better than everybody
else's best case. Several matches of two entries count as their mean where not all met as often.
A match won by forfeit counts like any other. The head-to-head difference is the same with the
points that one was ahead, which could be anything in a match that is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Self

from league.foundation.doors.reading import Number
from league.tables.standings.methods.exact import Range
from league.tables.standings.methods.ledger import Ledger, average


class Lead(NamedTuple):
    """What puts a group ahead of the next one. Not `certain`: at least against at most."""

    upper: Number
    lower: Number
    certain: bool


class Block(NamedTuple):
    """Entries still level, and the lead of the block before them (None for the first block)."""

    entries: list[int]
    lead: Lead | None


class Pass(NamedTuple):
    """One comparison of a group: what each entry can reach, and the levels it was split into.

    The least and the most an entry can reach are the same once it has met all the others.
    It cannot decide where some have not met and a match can give anything.
    """

    group: list[int]
    ranges: Mapping[int, Range]
    levels: list[list[int]]
    can_decide: bool = True


class Separated(NamedTuple):
    """A group in blocks, best first, and every look that it took, in their order."""

    blocks: list[Block]
    passes: list[Pass]


@dataclass(slots=True)
class MiniLeague:
    """The matches of a group among themselves: points, and meetings still missing, by entry."""

    points: dict[int, Number]
    missing: dict[int, int]

    @property
    def is_complete(self) -> bool:
        return not any(self.missing.values())


class Encounters:
    """Who met whom with which results, sorted by entry once for all groups.

    `bounds` are the least and the most that a match can give, None where it could be anything.
    """

    def __init__(self, ledger: Ledger, results: Sequence[Number], bounds: Range | None) -> None:
        self.bounds = bounds
        self._of: list[list[tuple[int, Number]]] = [[] for _ in range(ledger.size)]
        for entry, opponent, result in zip(ledger.facing, ledger.opponents, results, strict=True):
            self._of[entry].append((opponent, result))

    @classmethod
    def by_results(cls, ledger: Ledger) -> Self:
        """Return the encounters with what each gave."""
        encounters = cls(ledger, ledger.results_against, ledger.method.bounds)
        for entry, rounds in ledger.unplayed.items():
            for one in rounds:
                encounters._of[entry] += [(opponent, one.result) for opponent in one.opponents]
        return encounters

    @classmethod
    def by_leads(cls, ledger: Ledger) -> Self:
        """Return the encounters with how far ahead the entry was in each."""
        return cls(ledger, ledger.leads, None)

    def league(self, group: Sequence[int]) -> MiniLeague:
        """Return the league of the matches of these entries among themselves."""
        points: dict[int, Number] = dict.fromkeys(group, 0)
        missing = dict.fromkeys(group, len(group) - 1)
        for (entry, _), made in self._between(group).items():
            points[entry] += made
            missing[entry] -= 1
        return MiniLeague(points, missing)

    def points_between(self, group: Sequence[int], entry: int) -> dict[int, Number]:
        """Return what the entry made against each of the group that it met."""
        between = self._between(group)
        return {other: made for (own, other), made in between.items() if own == entry}

    def _between(self, group: Sequence[int]) -> dict[tuple[int, int], Number]:
        """Return what each of the group made against each other, by both of them."""
        inside = set(group)
        results: dict[tuple[int, int], list[Number]] = {}
        for entry in group:
            for opponent, result in self._of[entry]:
                if opponent in inside:
                    results.setdefault((entry, opponent), []).append(result)
        pairs = len(group) * (len(group) - 1)
        all_as_often = len(results) == pairs and len({len(r) for r in results.values()}) <= 1
        return {
            pair: sum(made) if all_as_often else average(sum(made), len(made))
            for pair, made in results.items()
        }


def separate(encounters: Encounters, group: Sequence[int]) -> Separated:
    """Return the group in blocks, best first, as far as head-to-head can separate them."""
    league = encounters.league(group)
    if league.is_complete:
        return _by_points(encounters, group, league)
    if encounters.bounds is not None:
        return _by_conclusive_places(encounters, group, league, encounters.bounds)
    return _undivided(group, _ranges(league, None), can_decide=False)


def _ranges(league: MiniLeague, bounds: Range | None) -> dict[int, Range]:
    """Return the points each can reach; those it has if no match is missing, or no limit known."""
    least, most = bounds if bounds is not None else (0, 0)
    return {
        entry: Range(own + league.missing[entry] * least, own + league.missing[entry] * most)
        for entry, own in league.points.items()
    }


def _undivided(
    group: Sequence[int], ranges: dict[int, Range], *, can_decide: bool = True
) -> Separated:
    level = list(group)
    return Separated([Block(level, None)], [Pass(level, ranges, [level], can_decide)])


def _by_points(encounters: Encounters, group: Sequence[int], league: MiniLeague) -> Separated:
    points = league.points
    ordered = sorted(group, key=lambda entry: points[entry], reverse=True)
    levels = [list(level) for _, level in groupby(ordered, key=lambda entry: points[entry])]
    ranges = _ranges(league, None)
    if len(levels) == 1:
        return _undivided(group, ranges)
    blocks: list[Block] = []
    passes = [Pass(list(group), ranges, levels)]
    lead = None
    for number, level in enumerate(levels):
        if number:
            lead = Lead(points[levels[number - 1][0]], points[level[0]], certain=True)
        further = _again(encounters, level, lead)
        blocks += further.blocks
        passes += further.passes
    return Separated(blocks, passes)


def _by_conclusive_places(
    encounters: Encounters, group: Sequence[int], league: MiniLeague, bounds: Range
) -> Separated:
    ranges = _ranges(league, bounds)
    blocks: list[Block] = []
    lead: Lead | None = None
    left = list(group)
    while len(left) > 1:
        top = max(left, key=lambda entry: ranges[entry].least)
        challenge = max(ranges[entry].most for entry in left if entry != top)
        if ranges[top].least <= challenge:
            break
        blocks.append(Block([top], lead))
        left.remove(top)
        lead = Lead(ranges[top].least, challenge, certain=False)
    if not blocks:
        return _undivided(left, ranges)
    split = Pass(list(group), ranges, [*(block.entries for block in blocks), left])
    further = _again(encounters, left, lead)
    return Separated(blocks + further.blocks, [split, *further.passes])


def _again(encounters: Encounters, level: list[int], lead: Lead | None) -> Separated:
    """Return those still level, looked at once more among themselves."""
    if len(level) == 1:
        return Separated([Block(level, lead)], [])
    (first, *others), passes = separate(encounters, level)
    return Separated([Block(first.entries, lead), *others], passes)
