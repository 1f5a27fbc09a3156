"""Celery tasks of the site as a whole. `**_newer` takes arguments that only newer releases send."""

from typing import Any

from django.utils import timezone

from deploy import sweeping
from deploy.housekeeping import keep_house
from league.foundation.queues import task


@task("deploy.tasks.sweep")
def sweep(**_newer: Any) -> None:
    sweeping.sweep(at=timezone.now())


@task("deploy.tasks.keep_house")
def keep_house_task(**_newer: Any) -> None:
    keep_house(timezone.now())
