"""Doors for the worker. `**_newer` lets an old worker read a message sent by a newer release."""

from datetime import timedelta
from typing import Any

from celery import shared_task
from django.db.models import F
from django.utils import timezone

from league.standings.models import StageStandings
from league.standings.services.standings_job import rebuild_with_progress
from league.standings.services.wanting import REBUILD

# a message sent so recently is still on its way
IN_HAND = timedelta(seconds=5)


@shared_task(name=REBUILD)
def rebuild_task(*, stage_id: int, **_newer: Any) -> None:
    rebuild_with_progress(stage_id=stage_id, at=timezone.now())


@shared_task(name="league.standings.tasks.sweep")
def sweep(**_newer: Any) -> None:
    """Rebuild whatever has been behind for a while: its message was lost, or its worker died."""
    behind = StageStandings.objects.filter(
        wanted__gt=F("built"), wanted_at__lt=timezone.now() - IN_HAND
    )
    for stage_id in behind.order_by("wanted_at", "stage_id").values_list("stage_id", flat=True):
        rebuild_task.delay(stage_id=stage_id)
