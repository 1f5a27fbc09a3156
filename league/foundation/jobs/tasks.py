"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.foundation.derived_state import CATCH_UP
from league.foundation.jobs import services
from league.foundation.jobs.catching_up import catch_up_next
from league.foundation.queues import task


@task(services.CARRY_OUT)
def carry_out_task(**_newer: Any) -> None:
    """Carry out a job: not the one that the message names, but the one whose turn it is."""
    services.carry_out_next(at=timezone.now())


@task(CATCH_UP)
def catch_up_task(*, what: str, large: bool = False, **_newer: Any) -> None:
    """Bring up to date what has the next turn, of a kind."""
    catch_up_next(what, large=large, at=timezone.now())
