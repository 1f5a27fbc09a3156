"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.jobs.catching_up import catch_up_in_turn
from league.queues import task
from league.ratings.models import ClubRatings
from league.ratings.services.ratings_job import rebuild_with_progress


@task(ClubRatings.task)
def rebuild_task(*, owner_id: int, large: bool = False, **_newer: Any) -> None:
    """Rebuild ratings: those whose turn it is, which need not be those the message names."""
    at = timezone.now()
    catch_up_in_turn(
        ClubRatings,
        lambda club_id: rebuild_with_progress(club_id=club_id, at=at),
        asked=owner_id,
        large=large,
        at=at,
    )
