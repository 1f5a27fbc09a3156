"""Matchpoints of many deals at once: the same numbers as deal by deal, in half the time."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from league.rounds.drawing.reading import Number
from league.standings.methods.deals.comparing import matchpoints, neuberg


def matchpoints_of_deals(deals: Sequence[Sequence[Number]], full: int) -> list[Sequence[Number]]:
    """Return for each deal what `matchpoints` of its differences would.

    Deals of whole points with as many results each are worked out together, as one array.
    """
    found: list[Sequence[Number]] = [[] for _ in deals]
    alike: dict[int, list[int]] = defaultdict(list)
    for place, differences in enumerate(deals):
        alike[len(differences)].append(place)
    for count, places in alike.items():
        fields = [deals[place] for place in places]
        if count == 0:
            continue
        if set(map(type, chain.from_iterable(fields))) == {int}:
            scores: list[Sequence[Number]] = _scores(np.array(fields)).tolist()
        else:
            scores = [matchpoints(differences) for differences in fields]
        if count != full:
            worth = [neuberg(score, count, full) for score in range(2 * count - 1)]
            scores = [[worth[int(score)] for score in own] for own in scores]
        for place, own in zip(places, scores, strict=True):
            found[place] = own
    return found


def _scores(fields: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 2 for each smaller and 1 for each equal other number of the same line."""
    count = fields.shape[1]
    order = np.argsort(fields, axis=1)
    ascending = np.take_along_axis(fields, order, axis=1)
    differs = ascending[:, 1:] != ascending[:, :-1]
    places = np.arange(count)
    first, last = np.zeros_like(fields), np.full_like(fields, count - 1)
    first[:, 1:] = np.where(differs, places[1:], 0)
    last[:, :-1] = np.where(differs, places[:-1], count - 1)
    np.maximum.accumulate(first, axis=1, out=first)
    backwards = last[:, ::-1]
    np.minimum.accumulate(backwards, axis=1, out=backwards)
    scores = np.empty_like(fields)
    # the first place of a value is how many are below it, the last one counts its equals too
    np.put_along_axis(scores, order, first + last, axis=1)
    return scores
