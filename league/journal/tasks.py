"""Doors for the worker. `**_newer` lets an old worker read a message sent by a newer release."""

from typing import Any

from celery import shared_task

from league.journal.services import deliver_all


@shared_task(name="league.journal.tasks.deliver")
def deliver_task(**_newer: Any) -> None:
    deliver_all()


@shared_task(name="league.journal.tasks.sweep")
def sweep(**_newer: Any) -> None:
    """Deliver what a lost message left behind."""
    deliver_all()
