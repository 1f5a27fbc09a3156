"""How evenly the results of a movement compare its entries.

Source: J. Manning, "The mathematics of duplicate bridge tournaments" (1979). At each deal set an
entry is compared with all others that play it: with those in its own direction (counted +1), with
those in the other (-1), and with its opponents, who lose what it wins: as often as there are
other tables. In a perfect movement all pairs of entries have the same sum.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from league.rounds.drawing.movements.movement import Sitting


def comparisons(sittings: Iterable[Sitting], groups: Sequence[Sequence[str]]) -> list[int]:
    """Return the least and the most that two entries of a group are compared with each other."""
    sittings = [sitting for sitting in sittings if sitting.deal_set is not None]
    entries = {entry: place for place, entry in enumerate(e for group in groups for e in group)}
    highest = max((sitting.deal_set or 0 for sitting in sittings), default=0)
    side = np.zeros((len(entries), highest + 1), dtype=np.int64)
    met = np.zeros((len(entries), len(entries)), dtype=np.int64)
    tables = np.bincount([s.deal_set or 0 for s in sittings], minlength=highest + 1)
    for sitting in sittings:
        first, second = (entries.get(entry) for entry in sitting.entries)
        for place, sign in ((first, 1), (second, -1)):
            if place is not None:
                side[place, sitting.deal_set] = sign
        if first is not None and second is not None:
            met[first, second] += tables[sitting.deal_set]
            met[second, first] += tables[sitting.deal_set]
    compared = side @ side.T + met
    within = [
        compared[np.ix_(places, places)][np.triu_indices(len(places), k=1)]
        for places in ([entries[entry] for entry in group] for group in groups)
    ]
    every = np.concatenate(within) if within else np.zeros(0, dtype=np.int64)
    return [int(every.min()), int(every.max())] if len(every) else [0, 0]
