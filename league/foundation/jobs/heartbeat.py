"""The heartbeat of a running job: beside the work it stores how far that is.

The work may hold a transaction open for as long as it takes; what is written here is seen at once,
for it goes over a connection of its own.
"""

import threading
from types import TracebackType

import structlog
from django.db import DatabaseError, connection
from django.db.models.functions import Now

from league.foundation.jobs.models import Job, JobState
from league.foundation.jobs.progress import SharedProgress

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
