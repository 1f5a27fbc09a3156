"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.captains.services import sweep_matches
from league.queues import task


@task("league.captains.tasks.sweep")
def sweep(**_newer: Any) -> None:
    sweep_matches(at=timezone.now())
