"""How high was bid: made and failed bids by level, added up."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

# (made, failed) by level of the bid
Levels: TypeAlias = dict[int, tuple[int, int]]


def add_levels(stored: Iterable[Mapping[str, Sequence[int]]]) -> Levels:
    """Return the sums of what is stored of several seats, by level."""
    sums: dict[int, list[int]] = {}
    for one in stored:
        for level, (made, failed) in one.items():
            found = sums.setdefault(int(level), [0, 0])
            found[0] += made
            found[1] += failed
    return {level: (sums[level][0], sums[level][1]) for level in sorted(sums)}
