"""Processor time, and the processes it was spent in (Linux only, as all measurements here)."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from deploy.run.embedded.children import Child

A_SECOND = 1e9


def family(child: Child) -> list[int]:
    """Return the process and everything it started."""
    ids = [child.process.pid]
    for pid in ids:
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                ids += [int(word) for word in listed.read_text().split()]
            except OSError:
                continue  # it has just ended
    return ids


class Processor:
    """The processor time of this process together with that of the servers it asks."""

    def __init__(self, servers: Iterable[Child]) -> None:
        self.servers = list(servers)

    def seconds(self, work: Callable[[], object]) -> float:
        """Return what the work took, here and in all processes of the servers."""
        before, here = self._elsewhere(), time.process_time()
        work()
        took = time.process_time() - here
        # what has ended meanwhile takes its time with it: that of processes that are there counts
        elsewhere = sum(ran - before.get(pid, 0) for pid, ran in self._elsewhere().items())
        return took + elsewhere / A_SECOND

    def least(self, work: Callable[[], object], *, times: int) -> float:
        """Return the least that the work took, which others on the machine disturb least."""
        return min(self.seconds(work) for _ in range(times))

    def _elsewhere(self) -> dict[int, int]:
        """Return the nanoseconds that each process of the servers has run."""
        return {pid: _of(pid) for child in self.servers for pid in family(child)}


def _of(pid: int) -> int:
    """Return the nanoseconds that all threads of a process have run so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text().split()[0])
        except OSError:
            continue  # it has just ended
    return total
