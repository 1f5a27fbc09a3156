"""Pairs or teams for a night: those who want to play together first, the others by lot."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple


class Sides(NamedTuple):
    """Complete sides (ids of players) in the order of entry, and the players who are left over."""

    complete: tuple[tuple[int, ...], ...]
    left_over: tuple[int, ...]


def form_sides(
    players: Sequence[int], together: Sequence[Sequence[int]], size: int, rng: Random
) -> Sides:
    """Return as many sides of `size` players as there can be.

    Groups in `together` get the same side; one that is too large for a side, or cannot be filled
    up, is split. Everything else is by lot, also the order of the sides.
    """
    here = set(players)
    groups = [[player for player in group if player in here] for group in together]
    groups = [group for group in groups if 1 < len(group) <= size]
    grouped = {player for group in groups for player in group}
    singles = [player for player in players if player not in grouped]
    rng.shuffle(singles)
    rng.shuffle(groups)
    groups.sort(key=len)  # the largest is filled up first
    complete: list[tuple[int, ...]] = []
    while len(groups) * size or len(singles) >= size:
        side = groups.pop() if groups else []
        while len(side) < size:
            fitting = next((g for g in reversed(groups) if len(g) <= size - len(side)), None)
            if fitting is not None:
                groups.remove(fitting)
                side = [*side, *fitting]
            elif singles:
                side = [*side, singles.pop()]
            elif groups:
                singles = groups.pop(0)
            else:
                break
        if len(side) < size:
            singles = side
            break
        complete.append(tuple(side))
    rng.shuffle(complete)
    return Sides(tuple(complete), tuple(singles))
