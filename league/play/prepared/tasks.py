"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.foundation.queues import task
from league.play.prepared import services


@task("league.play.prepared.tasks.commit_to_weekly_deals")
def commit_to_weekly_deals(**_newer: Any) -> None:
    """Make the deals of the coming week, and those of this week if the worker was away before."""
    services.make_weekly_deals(at=timezone.now())
