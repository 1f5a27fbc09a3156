"""Addresses that take no mail: stopped after a bounce or a refusal, tried again when asked to."""

from datetime import datetime

from django.db import transaction

from league.clubs.models import Player, User
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import end
from league.office.notifications.models import (
    StoppedAddress,
    StopReason,
)


@transaction.atomic
def stop_address(user: User, *, reason: StopReason, code: str, at: datetime) -> None:
    """Mail nothing more to the address that the account has now; what waits for it is ended."""
    StoppedAddress.objects.update_or_create(
        user=user,
        defaults={"email": user.email, "reason": reason, "code": code[:20], "at": at},
    )
    unsent = OutboxMessage.objects.filter(notification__user=user, way=Way.MAIL)
    end(unsent, MessageState.STOPPED, at)


@transaction.atomic
def stop_mails_to_player(player: Player, at: datetime) -> None:
    """Mail nothing more to a player without an account, who says so or whose mail came back.

    What waits is ended. Directors see it at the player, and can undo it there.
    """
    Player.objects.filter(pk=player.pk).update(takes_mail=False)
    unsent = OutboxMessage.objects.filter(notification__player=player, way=Way.MAIL)
    end(unsent, MessageState.STOPPED, at)


def resume_address(user: User) -> None:
    """Try the address again: its owner says that it works. Doing so twice changes nothing."""
    StoppedAddress.objects.filter(user=user).delete()
