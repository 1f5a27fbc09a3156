"""The folder in which the processes of one machine leave what they count.

Each process has its own files there, named after its number. Counters must not fall when a process
ends, so what the dead have counted is added up into files of their own, and theirs are removed;
what they held (open pages, connections) is forgotten.
"""

import fcntl
import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from prometheus_client.mmap_dict import MmapedDict

# no process has this number
THE_DEAD = 0
ADDED_UP = ("counter", "histogram", "summary")

log = structlog.stdlib.get_logger("metrics")


def bury_the_dead(folder: Path) -> None:
    """Add up what processes that are gone have counted. Leaves when another process is at it."""
    dead = [file for file in sorted(folder.glob("*.db")) if not is_alive(process_of(file))]
    if not dead:
        return
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return
        for file in dead:
            _bury(file)


def process_of(file: Path) -> int:
    """Return the number of the process a file is of: `counter_12.db`, `gauge_livesum_12.db`."""
    number = file.stem.rpartition("_")[2]
    return int(number) if number.isdecimal() else THE_DEAD


def is_alive(process: int) -> bool:
    """Return whether the process runs; the file of those added up counts as one that does."""
    if process == THE_DEAD:
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _bury(file: Path) -> None:
    kind = file.stem.partition("_")[0]
    if kind in ADDED_UP:
        try:
            _add(file, file.with_name(f"{kind}_{THE_DEAD}.db"))
        except (RuntimeError, ValueError, OSError) as error:
            # killed while it wrote: what it counted is lost, everything else is not
            log.warning("figures_of_a_process_lost", file=file.name, reason=str(error))
    with suppress(FileNotFoundError):
        file.unlink()


def _add(file: Path, to: Path) -> None:
    # prometheus_client has no types here
    files: Any = MmapedDict
    counted: dict[str, float] = defaultdict(float)
    for key, value, _at, _place in files.read_all_values_from_file(str(file)):
        counted[key] += value
    sums = files(str(to))
    try:
        for key, value in counted.items():
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    finally:
        sums.close()
