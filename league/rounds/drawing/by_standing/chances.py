"""Whether a round without a repeat is certain, seen from numbers alone."""

from collections.abc import Sequence

import numpy as np

from league.rounds.drawing.by_standing.wishes import Ints


def nobody_need_meet_again(kept_apart: Sequence[int] | Ints) -> bool:
    """Say whether there is a round in which nobody meets whom it is kept apart from.

    `kept_apart` has the number of those for each entry. By Chvátal's theorem on degrees there may
    be a circle through everybody in which all neighbours can meet: every second step of it is a
    round, and with an odd number so it is after any one entry has the bye. False says nothing.
    """
    count = len(kept_apart)
    if count < 3:
        return False
    can_meet = np.sort(count - 1 - np.array(kept_apart))
    lowest = np.arange(1, (count + 1) // 2)
    is_few = can_meet[lowest - 1] <= lowest
    is_made_up = can_meet[count - lowest - 1] >= count - lowest
    return bool((is_made_up | ~is_few).all())
