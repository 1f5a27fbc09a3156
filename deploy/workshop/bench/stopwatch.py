"""How long work takes: the shortest of several times, which others on the machine disturb least."""

import time
from collections.abc import Callable


def shortest(
    *works: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """Return the shortest time of each, of this process's processor unless the clock is another.

    They take turns, so that a busy moment hits all of them.
    """
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, spent, strict=True):
            started = clock()
            work()
            times.append(clock() - started)
    return [min(times) for times in spent]
