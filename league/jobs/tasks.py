"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.jobs import services
from league.queues import task


@task(services.CARRY_OUT)
def carry_out_task(**_newer: Any) -> None:
    """Carry out a job: not the one that the message names, but the one whose turn it is."""
    services.carry_out_next(at=timezone.now())
