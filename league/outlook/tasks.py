"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.jobs.catching_up import catch_up_in_turn
from league.outlook.models import StageOutlook
from league.outlook.services import work_out
from league.queues import task


@task(StageOutlook.task)
def work_out_task(*, owner_id: int, large: bool = False, **_newer: Any) -> None:
    """Work out an outlook: that whose turn it is, which need not be the one the message names."""
    at = timezone.now()
    catch_up_in_turn(
        StageOutlook,
        lambda stage_id: work_out(stage_id=stage_id, at=at),
        asked=owner_id,
        large=large,
        at=at,
    )
