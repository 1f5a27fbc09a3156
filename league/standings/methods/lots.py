"""Lots drawn from a recorded number, so that anyone can draw them again."""

from collections.abc import Sequence
from hashlib import sha256


def draw_lots(seed: int, entries: Sequence[str]) -> list[int]:
    """Return the lot of each entry, 1 for the first.

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
