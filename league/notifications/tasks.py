"""Celery tasks of notifications; each calls a service.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet.
"""

from typing import Any

from django.utils import timezone

from league.notifications import services
from league.notifications.services.pushing import PUSH
from league.queues import task


@task("league.notifications.tasks.sweep")
def sweep(**_newer: Any) -> None:
    services.sweep(timezone.now())


@task(PUSH)
def push(**_newer: Any) -> None:
    """Push what has the next turn."""
    services.push_next(at=timezone.now())
