"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.queues import task
from league.webhooks import services


@task(services.DELIVER)
def deliver(**_newer: Any) -> None:
    """Send messages to one webhook: the one whose turn it is."""
    services.take_turn(at=timezone.now())
