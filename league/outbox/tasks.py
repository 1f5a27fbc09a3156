"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.outbox.models import Way
from league.outbox.retries import RETRIES
from league.outbox.services import send_next
from league.queues import task


@task(RETRIES[Way.MAIL].task)
def send_mail(**_newer: Any) -> None:
    """Send a mail: the one whose turn it is."""
    send_next(Way.MAIL, at=timezone.now())


@task(RETRIES[Way.PUSH].task)
def push(**_newer: Any) -> None:
    send_next(Way.PUSH, at=timezone.now())


@task(RETRIES[Way.WEBHOOK].task)
def send_to_webhook(**_newer: Any) -> None:
    send_next(Way.WEBHOOK, at=timezone.now())
