"""The tables of a Swiss round with the fewest penalties.

A field of up to `WHOLE` entries is one matching of everybody with everybody: no round is better.
A larger one goes down group by group, which is as good in the first penalties (see `sections`) and
looks at the candidates nearest to what the pattern says.
"""

import numpy as np

from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.matching import (
    best_matching,
    near_pairs,
    nobody_need_meet_again,
    pair_all,
)
from league.play.rounds.drawing.by_standing.penalties import Penalties
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.sections import by_sections

WHOLE = 128
MOST_COMPLETE = 1_000  # beyond, everybody with everybody would take minutes


def pair_field(field: Field) -> list[Pair]:
    """Return the tables as pairs of places, the better one first; who has a bye meets nobody."""
    penalties = Penalties(field)
    if field.size > WHOLE and nobody_need_meet_again(penalties.kept_apart()):
        pairs = by_sections(field, penalties)
        if pairs is not None:
            return pairs
    return _whole(field, penalties)


def _whole(field: Field, penalties: Penalties) -> list[Pair]:
    one, other = pair_all(field.size) if field.size <= MOST_COMPLETE else near_pairs(field.size)
    if field.is_odd:
        may = np.array(field.may_have_bye())
        one = np.concatenate([one, may])
        other = np.concatenate([other, np.full(len(may), field.nobody)])
    nodes = field.size + field.is_odd
    matching = best_matching(nodes, one, other, penalties.rate(one, other), field.work)
    if matching is None:  # cannot be: everybody may meet the next one
        raise RuntimeError(f"no round for {field.size} entries")
    return sorted(zip(one[matching].tolist(), other[matching].tolist(), strict=True))
