"""Head-to-head: those who are level, as a small league of their own matches.

Source: FIDE Tie-Break Regulations 2024, direct encounter. When all have met, the mini-league
decides, and those still level in it are looked at again among themselves. When some have not met,
only conclusive places are given, from the top: an entry whose worst case is better than everybody
else's best case. Several matches of two entries count as their mean where not all met as often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from league.rounds.drawing.reading import Number
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.scoring import MatchPoints


class Lead(NamedTuple):
    """What puts a group ahead of the next one. Not `certain`: at least against at most."""

    upper: Number
    lower: Number
    certain: bool


class Block(NamedTuple):
    """Entries still level, and the lead of the block before them (None for the first block)."""

    entries: list[int]
    lead: Lead | None


@dataclass(slots=True)
class MiniLeague:
    """The matches of a group among themselves: points, and meetings still missing, by entry."""

    points: dict[int, Number]
    missing: dict[int, int]

    @property
    def is_complete(self) -> bool:
        return not any(self.missing.values())


class Encounters:
    """Who met whom with which results, sorted by entry once for all groups."""

    def __init__(self, ledger: Ledger) -> None:
        self.method = ledger.method
        self._of: list[list[tuple[int, Number]]] = [[] for _ in range(ledger.size)]
        lines = zip(ledger.facing, ledger.opponents, ledger.results_against, strict=True)
        for entry, opponent, result in lines:
            self._of[entry].append((opponent, result))

    def league(self, group: Sequence[int]) -> MiniLeague:
        """Return the league of the matches of these entries among themselves."""
        inside = set(group)
        results: dict[tuple[int, int], list[Number]] = {}
        for entry in group:
            for opponent, result in self._of[entry]:
                if opponent in inside:
                    results.setdefault((entry, opponent), []).append(result)
        pairs = len(group) * (len(group) - 1)
        all_as_often = len(results) == pairs and len({len(r) for r in results.values()}) <= 1
        points: dict[int, Number] = dict.fromkeys(group, 0)
        missing = dict.fromkeys(group, len(group) - 1)
        for (entry, _), one_pair in results.items():
            total = sum(one_pair)
            points[entry] += total if all_as_often else average(total, len(one_pair))
            missing[entry] -= 1
        return MiniLeague(points, missing)


def separate(encounters: Encounters, group: Sequence[int]) -> list[Block]:
    """Return the group in blocks, best first, as far as head-to-head can tell them apart."""
    league = encounters.league(group)
    if league.is_complete:
        return _by_points(encounters, group, league)
    if isinstance(encounters.method, MatchPoints):
        return _by_conclusive_places(encounters, group, league, encounters.method)
    # a missing match of total points could bring anything
    return [Block(list(group), None)]


def _by_points(encounters: Encounters, group: Sequence[int], league: MiniLeague) -> list[Block]:
    points = league.points
    ordered = sorted(group, key=lambda entry: points[entry], reverse=True)
    levels = [list(level) for _, level in groupby(ordered, key=lambda entry: points[entry])]
    if len(levels) == 1:
        return [Block(list(group), None)]
    blocks: list[Block] = []
    lead = None
    for number, level in enumerate(levels):
        if number:
            lead = Lead(points[levels[number - 1][0]], points[level[0]], certain=True)
        blocks += _again(encounters, level, lead)
    return blocks


def _by_conclusive_places(
    encounters: Encounters, group: Sequence[int], league: MiniLeague, method: MatchPoints
) -> list[Block]:
    worst = {e: league.points[e] + league.missing[e] * method.loss for e in group}
    best = {e: league.points[e] + league.missing[e] * method.win for e in group}
    blocks: list[Block] = []
    lead: Lead | None = None
    left = list(group)
    while len(left) > 1:
        top = max(left, key=lambda entry: worst[entry])
        challenge = max(best[entry] for entry in left if entry != top)
        if worst[top] <= challenge:
            break
        blocks.append(Block([top], lead))
        left.remove(top)
        lead = Lead(worst[top], challenge, certain=False)
    if not blocks:
        return [Block(left, None)]
    return blocks + _again(encounters, left, lead)


def _again(encounters: Encounters, level: list[int], lead: Lead | None) -> list[Block]:
    """Return those still level, looked at once more among themselves."""
    if len(level) == 1:
        return [Block(level, lead)]
    first, *others = separate(encounters, level)
    return [Block(first.entries, lead), *others]
