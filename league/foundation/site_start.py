"""When this process of the site started. Workers start beside the pages, and are heard of later."""

from datetime import datetime, timedelta

from django.utils import timezone

# for so long after a start nobody is warned that the workers are silent
GRACE_SECONDS = 120

started_at = timezone.now()


def is_starting(at: datetime) -> bool:
    """Say whether the silence of a worker means nothing yet."""
    return started_at <= at < started_at + timedelta(seconds=GRACE_SECONDS)
