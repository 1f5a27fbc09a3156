"""Celery tasks. `**_newer` takes arguments that another release sends to this worker."""

from typing import Any

from league.foundation.journal.services import DELIVER, deliver_all
from league.foundation.queues import task


@task(DELIVER)
def deliver_task(**_newer: Any) -> None:
    """Deliver what happened."""
    deliver_all()
