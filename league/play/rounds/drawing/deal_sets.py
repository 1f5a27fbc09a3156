"""Prepared deals: which sets there are, who has played them, which set a table can play next.

A deal set is a block of consecutive deal numbers, as many as a table plays in a round; sets are
numbered from 1.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

DEALS_A_ROUND = 2
MOST_DEALS_A_ROUND = 100


def deals_of(deal_set: int, deals: int) -> tuple[int, ...]:
    """Return the numbers of the deals in a set; none where no deals are prepared."""
    return tuple(range((deal_set - 1) * deals + 1, deal_set * deals + 1))


def sets_of(deals: Iterable[int], deals_a_set: int) -> set[int]:
    """Return the sets that hold these deals."""
    return {(deal - 1) // deals_a_set + 1 for deal in deals} if deals_a_set else set()


class SetBook:
    """Who has played which deal sets, and how often each set was played."""

    def __init__(self) -> None:
        self.played: defaultdict[str, set[int]] = defaultdict(set)
        self.uses: Counter[int] = Counter()
        self.kept_out = 0  # sets up to here may have been played by anybody

    def note(self, entries: Iterable[str], sets: Iterable[int]) -> None:
        sets = set(sets)
        for entry in entries:
            self.played[entry] |= sets
        self.uses.update(sets)

    def unknown_before(self, deal_set: int) -> None:
        """Note that tables have played nobody knows which sets, all below this one."""
        self.kept_out = max(self.kept_out, deal_set - 1)

    def fresh(self) -> int:
        """Return the first set that nobody can have seen."""
        return max([self.kept_out, *self.uses]) + 1

    def hand_out(self, tables: Sequence[Sequence[str]], at_hand: Iterable[int] = ()) -> list[int]:
        """Return a set for each table of a round, none twice, that nobody there has played.

        Sets that were played elsewhere, or are `at_hand`, come first, those least played before
        others, so that results can be compared; where none is left a table gets a fresh one.
        """
        known = {deal_set for deal_set in {*self.uses, *at_hand} if deal_set > self.kept_out}
        choice = sorted(known, key=lambda deal_set: (self.uses[deal_set], deal_set))
        possible = {}
        for place, entries in enumerate(tables):
            seen = set().union(*(self.played[entry] for entry in entries))
            possible[place] = [deal_set for deal_set in choice if deal_set not in seen]
        set_of_place = _matched(possible)
        next_fresh = max([self.kept_out, *known, *self.uses]) + 1
        handed: list[int] = []
        for place, entries in enumerate(tables):
            deal_set = set_of_place.get(place)
            if deal_set is None:
                deal_set, next_fresh = next_fresh, next_fresh + 1
            self.note(entries, [deal_set])
            handed.append(deal_set)
        return handed


def _matched(possible: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return as many places as possible, each with a choice of its own (augmenting paths)."""
    holder: dict[int, int] = {}

    def place_somewhere(place: int, tried: set[int]) -> bool:
        for deal_set in possible[place]:
            if deal_set not in tried:
                tried.add(deal_set)
                if deal_set not in holder or place_somewhere(holder[deal_set], tried):
                    holder[deal_set] = place
                    return True
        return False

    for place in sorted(possible, key=lambda place: len(possible[place])):
        place_somewhere(place, set())
    return {place: deal_set for deal_set, place in holder.items()}
