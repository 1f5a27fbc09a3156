"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from celery import shared_task
from django.core.cache import cache

from league.journal.services import DELIVER, deliver_all, is_held_back

AGAIN_IN = 0.5  # seconds
ASKED_AGAIN = "journal:asked-again"


@shared_task(name=DELIVER)
def deliver_task(*, again: bool = False, **_newer: Any) -> None:
    """Deliver what can be read, and ask again soon for what cannot be read yet."""
    if again:
        cache.delete(ASKED_AGAIN)
    deliver_all()
    # one more delivery in the queue is enough, however many find something they cannot read yet
    if is_held_back() and cache.add(ASKED_AGAIN, "1", timeout=5):
        deliver_task.apply_async(kwargs={"again": True}, countdown=AGAIN_IN)


@shared_task(name="league.journal.tasks.sweep")
def sweep(**_newer: Any) -> None:
    """Deliver what a lost message left behind."""
    deliver_all()
