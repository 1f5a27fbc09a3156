"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.jobs.catching_up import catch_up_in_turn
from league.queues import task
from league.statistics.models import StageStatistics
from league.statistics.services.statistics_job import recount_with_progress


@task(StageStatistics.task)
def recount_task(*, owner_id: int, large: bool = False, **_newer: Any) -> None:
    """Count statistics: those whose turn it is, which need not be those the message names."""
    at = timezone.now()
    catch_up_in_turn(
        StageStatistics,
        lambda stage_id: recount_with_progress(stage_id=stage_id, at=at),
        asked=owner_id,
        large=large,
        at=at,
    )
