"""The order in which entries get their numbers: by seed, those without one after, as listed."""

from collections.abc import Iterable

from league.rounds.drawing.request import Entry


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    placed = enumerate(entries)
    ordered = sorted(placed, key=lambda item: (item[1].seed is None, item[1].seed or 0, item[0]))
    return [entry for _, entry in ordered]
