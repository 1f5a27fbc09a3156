"""Reading files in a process of their own, which has so much memory and time and then ends.

The process is `python -m PACKAGE`, with the file as its standard input. It asks no database and
answers with a line of JSON. Whatever a file does to its reader, the worker that waits goes on.
"""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from select import select
from types import TracebackType
from typing import IO, Any, TypeVar

import orjson
import structlog
from django.db import DatabaseError, connection
from django.db.models.functions import Now

from league.foundation.jobs.models import Job, JobState
from league.foundation.refusal import Refused

# --- How far a piece of work is, as the work itself says; and whether it is still wanted ---

Item = TypeVar("Item")


class Cancelled(Refused):
    """The job is cancelled; whatever raises it must leave the facts as they were."""

    code = "cancelled"


class Progress:
    """What work says while it goes on. Nobody reads this one; `SharedProgress` is read by others.

    Saying it costs nothing worth counting: work may do it for each row.
    """

    def step(self, sentence: str, total: int = 0) -> None:
        """Begin a step of `total` parts (0: they cannot be counted). Raises Cancelled."""

    def report(self, done: int) -> None:
        """Say how many parts of the step are done. Raises Cancelled."""

    def track(
        self, items: Iterable[Item], sentence: str, total: int | None = None
    ) -> Iterator[Item]:
        """Make a step of going through the items. Raises Cancelled."""
        if total is None:
            total = len(items) if isinstance(items, Sized) else 0
        self.step(sentence, total)
        for done, item in enumerate(items, start=1):
            yield item
            self.report(done)


SILENT = Progress()


class SharedProgress(Progress):
    """Progress that somebody else reads, from another thread; `cancel` is how that one answers."""

    def __init__(self) -> None:
        # one value, so that whoever reads never sees half of a new step
        self.now: tuple[str, int, int] = ("", 0, 0)
        self._is_cancelled = False

    def step(self, sentence: str, total: int = 0) -> None:
        self._look()
        self.now = (sentence, 0, total)

    def report(self, done: int) -> None:
        # first written, then looked at: what is done is done, also when nobody wants the rest
        sentence, _done, total = self.now
        self.now = (sentence, min(done, total), total)
        self._look()

    def cancel(self) -> None:
        self._is_cancelled = True

    def _look(self) -> None:
        if self._is_cancelled:
            raise Cancelled("cancelled")


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


# --- The heartbeat of a running job: beside the work it stores how far that is ---
# The work may hold a transaction open for as long as it takes; what is written here is seen at
# once, for it goes over a connection of its own.

HEARTBEAT_S = 0.5

log = structlog.stdlib.get_logger("jobs")


class Heartbeat:
    """Writes `progress` into the job while the block runs, and lets it know of a wish to cancel."""

    def __init__(self, job: Job, progress: SharedProgress) -> None:
        self.progress = progress
        self._rows = Job.objects.filter(pk=job.pk, attempts=job.attempts, state=JobState.RUNNING)
        self._step = ""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._is_over.wait(HEARTBEAT_S):
                try:
                    self.write()
                except DatabaseError as error:
                    # the work goes on; a database that is away is back at the next beat
                    log.warning("job_not_heard_of", reason=str(error))
        finally:
            connection.close()

    def write(self) -> None:
        """Write how far the work is, and read whether it is still wanted."""
        step, done, total = self.progress.now
        is_new = {"step_at": Now()} if step != self._step else {}
        self._rows.update(step=step, done=done, total=total, heard_at=Now(), **is_new)
        self._step = step
        if self._rows.filter(is_unwanted=True).exists():
            self.progress.cancel()
