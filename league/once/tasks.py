"""What the schedule asks for."""

from celery import shared_task
from django.utils import timezone

from league.once.services import forget_old


@shared_task
def sweep() -> int:
    """Forget the keys of yesterday."""
    return forget_old(timezone.now())
