"""The order in which entries are drawn: by seed, or by a lot with a seed of its own."""

import hashlib
from collections.abc import Iterable

from league.rounds.drawing.request import Entry

BY_SEED, BY_LOT = "seed", "lot"
ORDERS = (BY_SEED, BY_LOT)


def in_order(entries: Iterable[Entry], order: str, seed: int) -> list[str]:
    """Return the ids by seed, those without one after them as listed, or by a lot.

    The lot gives every entry a number of its own: entries that come later disturb no other.
    """
    listed = list(entries)
    if order == BY_LOT:
        return sorted((entry.id for entry in listed), key=lambda id_: _lot(seed, id_))
    placed = sorted(
        enumerate(listed), key=lambda item: (item[1].seed is None, item[1].seed or 0, item[0])
    )
    return [entry.id for _, entry in placed]


def _lot(seed: int, id_: str) -> bytes:
    return hashlib.sha256(f"{seed} {id_}".encode()).digest()
