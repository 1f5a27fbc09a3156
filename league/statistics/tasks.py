"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.following import send_what_is_behind
from league.statistics.models import StageStatistics
from league.statistics.services.recounting import recount


@shared_task(name=StageStatistics.task)
def recount_task(*, owner_id: int, **_newer: Any) -> None:
    recount(stage_id=owner_id, at=timezone.now())


@shared_task(name="league.statistics.tasks.sweep")
def sweep(**_newer: Any) -> None:
    send_what_is_behind(StageStatistics, at=timezone.now())
