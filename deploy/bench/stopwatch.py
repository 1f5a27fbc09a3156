"""How long work takes: the shortest of several times, which others on the machine disturb least."""

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def shortest(work: Callable[[], Result], *, times: int) -> tuple[Result, float]:
    """Return what the work returned last, and the shortest time that it took."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - started)
    return result, min(taken)


def seconds(work: Callable[[], object], *, times: int) -> float:
    return shortest(work, times=times)[1]
