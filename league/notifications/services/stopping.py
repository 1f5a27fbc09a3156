"""Addresses that take no mail: stopped after a bounce or a refusal, tried again when asked to."""

from datetime import datetime

from django.db import transaction

from league.clubs.models import User
from league.notifications.models import (
    Delivery,
    DeliveryState,
    StoppedAddress,
    StopReason,
    Way,
)


@transaction.atomic
def stop_address(user: User, *, reason: StopReason, code: str, at: datetime) -> None:
    """Mail nothing more to the address that the account has now; what waits for it is ended."""
    StoppedAddress.objects.update_or_create(
        user=user,
        defaults={"email": user.email, "reason": reason, "code": code[:20], "at": at},
    )
    waiting = Delivery.objects.filter(
        notification__user=user, way=Way.MAIL, state=DeliveryState.WAITING
    )
    waiting.update(state=DeliveryState.STOPPED, ended_at=at)


def resume_address(user: User) -> None:
    """Try the address again: its owner says that it works. Doing so twice changes nothing."""
    StoppedAddress.objects.filter(user=user).delete()
