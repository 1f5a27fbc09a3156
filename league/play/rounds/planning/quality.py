"""How good a plan is, counted from its rounds as they were drawn."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.play.rounds.drawing.drawn import DrawnRound

Pairs = Counter[frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What a night is like for those who play it; the pairs of numbers are least and most.

    `partners_again` and `opponents_again` count how often two people are together, or against
    each other, once more than the first time. `met` is how many of the `others` somebody meets.
    """

    tables: int
    table_sizes: tuple[int, ...]
    table_sides: tuple[int, ...]
    others: int
    partners_again: int
    opponents_again: int
    met: tuple[int, int]
    sit_outs: tuple[int, int]
    first_deals: tuple[int, int]

    @property
    def balance(self) -> int:
        """How much more often one begins the deal than another."""
        return self.first_deals[1] - self.first_deals[0]

    @property
    def everybody_meets(self) -> bool:
        return self.met[0] == self.others


def measure(rounds: Sequence[DrawnRound], entries: int, side_size: int) -> Quality:
    """Count a night of entries "1", "2" ...; table sizes are in players."""
    everybody = [str(number) for number in range(1, entries + 1)]
    partners: Pairs = Counter()
    opponents: Pairs = Counter()
    first_deals: Counter[str] = Counter()
    at_tables: Counter[str] = Counter()
    for table in (table for drawn in rounds for table in drawn.tables):
        for side in table.sides:
            partners.update(_pairs(side))
        together = set().union(*(set(_pairs(side)) for side in table.sides))
        opponents.update(pair for pair in _pairs(table.entries) if pair not in together)
        first_deals[table.seats[0] if table.seats else table.sides[0][0]] += 1
        at_tables.update(table.entries)
    met: Counter[str] = Counter(player for pair in opponents | partners for player in pair)
    first = max(rounds, key=lambda drawn: len(drawn.tables))
    shapes = [(len(table.entries) * side_size, len(table.sides)) for table in first.tables]
    shapes.sort(reverse=True)
    return Quality(
        tables=len(first.tables),
        table_sizes=tuple(size for size, _sides in shapes),
        table_sides=tuple(sides for _size, sides in shapes),
        others=entries - 1,
        partners_again=sum(times - 1 for times in partners.values()),
        opponents_again=sum(times - 1 for times in opponents.values()),
        met=_span(met[player] for player in everybody),
        sit_outs=_span(len(rounds) - at_tables[player] for player in everybody),
        first_deals=_span(first_deals[player] for player in everybody),
    )


def _pairs(entries: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(entries, 2)]


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    ordered = sorted(numbers)
    return ordered[0], ordered[-1]
