"""Celery tasks. `**_newer` takes arguments that only a newer release sends to an old worker."""

from typing import Any

from django.utils import timezone

from league.jobs.catching_up import catch_up_in_turn
from league.kitty.models import EventCharges
from league.kitty.services import charge_event
from league.queues import task


@task(EventCharges.task)
def charge_task(*, owner_id: int, large: bool = False, **_newer: Any) -> None:
    """Charge for events: those whose turn it is, which need not be those the message names."""
    at = timezone.now()
    catch_up_in_turn(
        EventCharges,
        lambda event_id: charge_event(event_id=event_id, at=at),
        asked=owner_id,
        large=large,
        at=at,
    )
