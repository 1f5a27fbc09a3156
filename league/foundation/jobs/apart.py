"""Reading files in a process of their own, which has so much memory and time and then ends.

The process is `python -m PACKAGE`, with the file as its standard input. It asks no database and
answers with a line of JSON. Whatever a file does to its reader, the worker that waits goes on.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from select import select
from typing import IO, Any

import orjson

from league.foundation.jobs.progress import Progress

MB = 1_000_000
MOST_START_S = 120.0
OUT_OF_MEMORY = 3
LOOK_S = 0.5  # so often it is looked whether the reading is still wanted

# libraries that reckon in parallel would reserve memory for each processor
SMALL = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the process may have: seconds, of the clock and of the processor, and bytes of memory.

    The seconds begin when the site is loaded, which is 240 MB of the memory.
    """

    seconds: float = 60
    memory: int = 512 * MB


USUAL = Limits()


class TooSlow(Exception):
    """The process took longer than it may and was ended."""


class TooMuchMemory(Exception):
    """The process took more memory than it may and was ended."""


class ReaderFailed(Exception):
    """The process did not even begin, or met a fault that is not the file's."""


def answer_of(
    package: str, arguments: Sequence[str], file: IO[bytes], progress: Progress, limits: Limits
) -> dict[str, Any]:
    """Return what `python -m package` answers of a file on the disk.

    Its last argument is the descriptor for `kept_to`.
    Raises TooSlow, TooMuchMemory, ReaderFailed, Cancelled.
    """
    file.flush()
    file.seek(0)
    began, when_begun = os.pipe()
    with subprocess.Popen(  # noqa: S603  nothing of it is the user's
        [sys.executable, "-m", package, *arguments, str(when_begun)],
        pass_fds=[when_begun],
        stdin=file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | SMALL,
    ) as child:
        try:
            os.close(when_begun)
            _wait_until_begun(began, progress)
            written = _waited_for(child, progress, limits)
        finally:
            os.close(began)
            child.kill()
    if child.returncode == 0 and written:
        answered: dict[str, Any] = orjson.loads(written)
        return answered
    if child.returncode == -signal.SIGXCPU:
        raise TooSlow
    if child.returncode > 0 and child.returncode != OUT_OF_MEMORY:
        raise ReaderFailed(f"the process that reads a file ended with {child.returncode}")
    raise TooMuchMemory  # it was ended for it, or could not go on


def _wait_until_begun(began: int, progress: Progress) -> None:
    """Wait until the process has loaded the site, which a busy machine may take long for."""
    left = MOST_START_S
    while left > 0 and not select([began], [], [], LOOK_S)[0]:
        left -= LOOK_S
        progress.report(0)


def _waited_for(child: "subprocess.Popen[bytes]", progress: Progress, limits: Limits) -> bytes:
    left = limits.seconds
    while True:
        try:
            return child.communicate(timeout=min(left, LOOK_S))[0]
        except subprocess.TimeoutExpired:
            left -= LOOK_S
            progress.report(0)
            if left <= 0:
                raise TooSlow from None


# In the process of its own.


@contextmanager
def kept_to(limits: Limits, when_begun: int) -> Iterator[None]:
    """Have no more than the limits, and end where the memory does not suffice.

    `when_begun` is closed: the seconds begin.
    """
    seconds = int(time.process_time() + limits.seconds) + 1
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.close(when_begun)
    try:
        yield
    except MemoryError:
        # there may not even be memory for a sentence
        os._exit(OUT_OF_MEMORY)
