"""A delivery comes to its end: sent, no longer needed, stopped or given up."""

from collections.abc import Sequence
from datetime import datetime

from league.notifications.models import UNFINISHED, Delivery, DeliveryState


def end(rows: Sequence[Delivery], state: DeliveryState, at: datetime) -> None:
    """End deliveries that are not over; one query."""
    open_ones = Delivery.objects.filter(pk__in=[row.pk for row in rows], state__in=UNFINISHED)
    open_ones.update(state=state, ended_at=at, claimed_at=None)
