"""Celery tasks of notifications; each calls a service.

`**_newer` takes arguments that only a newer release sends, so that its messages do not fail in a
worker that has not been updated yet.
"""

from typing import Any

from django.utils import timezone

from league.notifications import services
from league.notifications.services.batching import SEND_DUE
from league.notifications.services.pushing import PUSH
from league.queues import task


@task(SEND_DUE)
def send_due(**_newer: Any) -> None:
    """Put what is due into mails, and give phones their turns."""
    services.send_due(at=timezone.now())


@task(PUSH)
def push(**_newer: Any) -> None:
    """Push what has the next turn."""
    services.push_next(at=timezone.now())
