"""What was played before a movement goes on: who met whom, who waited, which deals were played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from league.foundation.doors.played import Played

Pair = frozenset[str]


@dataclass(slots=True)
class Facts:
    """Counts over the rounds so far; pairs are sets of two entries."""

    partners: Counter[Pair] = field(default_factory=Counter)
    opponents: Counter[Pair] = field(default_factory=Counter)
    waits: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    first_deals: Counter[str] = field(default_factory=Counter)

    def add_table(self, sides: Sequence[Sequence[str]]) -> None:
        self.partners.update(partners_at(sides))
        self.opponents.update(opponents_at(sides))
        self.played.update(entry for side in sides for entry in side)
        self.first_deals[sides[0][0]] += 1

    def add_round(
        self, tables: Iterable[Sequence[Sequence[str]]], waiting: Iterable[str] = ()
    ) -> None:
        for sides in tables:
            self.add_table(sides)
        self.waits.update(waiting)


def facts_of(history: Played) -> Facts:
    facts = Facts()
    facts.add_round(
        ([side.entries for side in match.sides] for match in history.matches),
        (bye.entry for bye in history.byes),
    )
    return facts


def partners_at(sides: Sequence[Sequence[str]]) -> list[Pair]:
    return [frozenset(pair) for side in sides for pair in combinations(side, 2)]


def opponents_at(sides: Sequence[Sequence[str]]) -> list[Pair]:
    return [
        frozenset((entry, other))
        for one_side, other_side in combinations(sides, 2)
        for entry in one_side
        for other in other_side
        if entry != other
    ]


def meetings_of(history: Played) -> Counter[Pair]:
    """Return how often two have been opponents."""
    return Counter(
        pair
        for match in history.matches
        for pair in opponents_at([side.entries for side in match.sides])
    )


def repeats(counts: Counter[Pair]) -> int:
    """Return how many of the counted meetings were not the first of their pair."""
    return sum(times - 1 for times in counts.values() if times > 1)


def spread(counts: Counter[str], entries: Iterable[str]) -> list[int]:
    """Return the least and the most that any of the entries has."""
    values = [counts[entry] for entry in entries]
    return [min(values, default=0), max(values, default=0)]
