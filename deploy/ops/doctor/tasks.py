"""Celery tasks of the checks. `**_newer` takes what only a newer release sends."""

from datetime import UTC, datetime
from typing import Any

from celery import Task
from django.core.cache import cache
from django.db.models.functions import Now

from deploy.ops.doctor.models import SignOfLife
from league.foundation.queues import task

SIGN_OF_LIFE = "deploy.ops.doctor.tasks.show_sign_of_life"
# under which a worker leaves the same in the cache, for whoever asks whether that is shared
IN_THE_CACHE = "sign-of-life-{queue}"
KEPT_SECONDS = 3_600


@task(SIGN_OF_LIFE, bind=True)
def show_sign_of_life(self: "Task[..., None]", queue: str, **_newer: Any) -> None:
    """Note that a task sent to this queue was carried out, and how long it waited."""
    sent_at = datetime.fromtimestamp(self.request.get("sent_at"), UTC)
    SignOfLife.objects.update_or_create(
        queue=queue, defaults={"sent_at": sent_at, "done_at": Now()}
    )
    cache.set(IN_THE_CACHE.format(queue=queue), sent_at.isoformat(), KEPT_SECONDS)
