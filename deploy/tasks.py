"""Celery tasks of the site as a whole. `**_newer` takes arguments that only newer releases send."""

from typing import Any

from django.utils import timezone

from deploy.housekeeping import keep_house
from deploy.journal_kept import keep_journal
from deploy.restored import put_right_if_elsewhere
from league.queues import task


@task("deploy.tasks.look_where_the_database_is")
def look_where_the_database_is(**_newer: Any) -> None:
    put_right_if_elsewhere(timezone.now())


@task("deploy.tasks.keep_house")
def keep_house_task(**_newer: Any) -> None:
    keep_house(timezone.now())
    keep_journal(timezone.now())
