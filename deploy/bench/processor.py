"""Processor time, and the processes it was spent in (Linux only, as all measurements here)."""

import os
from pathlib import Path

from deploy.embedded.children import Child

TICK = os.sysconf("SC_CLK_TCK")
# fields of /proc/<pid>/stat behind the name: utime, stime, and those of children that have ended
TIMES = slice(11, 15)


def family(child: Child) -> list[int]:
    """Return the process and everything it started."""
    ids = [child.process.pid]
    for pid in ids:
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            ids += [int(word) for word in listed.read_text().split()]
    return ids


def processor_seconds(children: list[Child]) -> float:
    """Return the processor time of these and all they started so far, in hundredths at best."""
    return sum(_seconds(pid) for child in children for pid in family(child))


def _seconds(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0  # it has just ended: its parent has its time
    # the name may have blanks and brackets in it
    fields = stat.rpartition(")")[2].split()
    return sum(map(int, fields[TIMES])) / TICK
