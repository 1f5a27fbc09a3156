"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.jobs import services


@shared_task(name=services.CARRY_OUT)
def carry_out_task(*, job_id: int, **_newer: Any) -> None:
    services.carry_out(job_id=job_id, at=timezone.now())


@shared_task(name="league.jobs.tasks.sweep")
def sweep(**_newer: Any) -> None:
    services.sweep(at=timezone.now())
