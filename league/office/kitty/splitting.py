"""Sums split into shares that are exact to the smallest unit. Pure.

The rule for what cannot be divided: every share is rounded down, and what is left over is given
out one smallest unit at a time, from the first share on.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Placed(NamedTuple):
    """An entry in the final standings: its place, and the ids of its players in their order."""

    entry: int
    rank: int
    players: Sequence[int]


def shares(amount: int, weights: Sequence[int]) -> list[int]:
    """Return the amount in parts that are to each other as the weights; their sum is the amount.

    Raises ValueError without any weight above 0.
    """
    total = sum(weights)
    if total <= 0 or min(weights) < 0:
        raise ValueError("a sum is shared out by weights, of which one is more than 0")
    parts = [amount * weight // total for weight in weights]
    left = amount - sum(parts)
    for number in [number for number, weight in enumerate(weights) if weight][:left]:
        parts[number] += 1
    return parts


def prizes_by_entry(pot: int, weights: Sequence[int], places: Sequence[Placed]) -> dict[int, int]:
    """Return the prize of each entry that gets one, by its id.

    Entries that share a place share the prizes of the places they take up, equally. Prizes for
    places that nobody took stay in the pot.
    """
    of_place = shares(pot, weights) if pot else [0] * len(weights)
    prizes: dict[int, int] = {}
    for rank in sorted({place.rank for place in places}):
        level = sorted(place.entry for place in places if place.rank == rank)
        together = sum(of_place[rank - 1 : rank - 1 + len(level)])
        parts = shares(together, [1] * len(level))
        prizes |= {entry: part for entry, part in zip(level, parts, strict=True) if part}
    return prizes


def prizes_by_player(prizes: dict[int, int], places: Sequence[Placed]) -> dict[int, int]:
    """Return what each player gets: the players of an entry share its prize equally."""
    found: dict[int, int] = {}
    for place in places:
        if place.entry in prizes and place.players:
            parts = shares(prizes[place.entry], [1] * len(place.players))
            for player, part in zip(place.players, parts, strict=True):
                found[player] = found.get(player, 0) + part
    return {player: part for player, part in found.items() if part}
