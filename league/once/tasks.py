"""The Celery task that the schedule runs each day."""

from django.utils import timezone

from league.once.services import forget_old
from league.queues import task


@task("league.once.tasks.sweep")
def sweep() -> int:
    """Delete the requests of more than a day ago; return how many were deleted."""
    return forget_old(timezone.now())
