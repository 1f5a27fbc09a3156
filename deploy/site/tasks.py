"""Celery tasks of the site as a whole. `**_newer` takes arguments that only newer releases send."""

from typing import Any

from django.utils import timezone

from deploy.site import sweeping
from deploy.site.housekeeping import keep_house
from league.foundation.queues import task


@task("deploy.site.tasks.sweep")
def sweep(**_newer: Any) -> None:
    sweeping.sweep(at=timezone.now())


@task("deploy.site.tasks.keep_house")
def keep_house_task(**_newer: Any) -> None:
    keep_house(timezone.now())
