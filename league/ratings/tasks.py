"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.following import send_what_is_behind
from league.ratings.models import ClubRatings
from league.ratings.services.ratings_job import rebuild_with_progress


@shared_task(name=ClubRatings.task)
def rebuild_task(*, owner_id: int, **_newer: Any) -> None:
    rebuild_with_progress(club_id=owner_id, at=timezone.now())


@shared_task(name="league.ratings.tasks.sweep")
def sweep(**_newer: Any) -> None:
    send_what_is_behind(ClubRatings, at=timezone.now())
