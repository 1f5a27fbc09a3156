"""The schedule of beat, which outlives a wall clock that is set.

Celery keeps by the wall clock when each entry ran and when it is due. A clock that was ahead for a
moment and is set back leaves all of them due in what is the future then: nothing would be sent
until the clock has come there again.

What a worker left behind when it was killed is looked for as soon as beat is there again.
"""

import time
from typing import Any

from celery.beat import Scheduler

# no clock that is only kept right moves so far from one look to the next
SET_S = 1.0
SWEEP = "deploy.site.tasks.sweep"


class ClockWasSet:
    """Compares the wall clock with the one that counts seconds; both are arguments, in seconds."""

    def __init__(self, *, wall: float, monotonic: float) -> None:
        self._between = wall - monotonic

    def __call__(self, *, wall: float, monotonic: float) -> bool:
        """Return whether the wall clock was set since the last look."""
        before, self._between = self._between, wall - monotonic
        return abs(self._between - before) > SET_S


class SteadyScheduler(Scheduler):
    """Counts every entry from now on when the wall clock was set."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self._was_set = ClockWasSet(wall=time.time(), monotonic=time.monotonic())

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            if entry.task == SWEEP:
                schedule: Any = entry.schedule
                entry.last_run_at = entry.default_now() - schedule.run_every

    def tick(self, *words: Any, **named: Any) -> float:
        if self._was_set(wall=time.time(), monotonic=time.monotonic()):
            self.restart()
        return super().tick(*words, **named)

    def restart(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now()
        self._heap = None  # made again by the next tick
