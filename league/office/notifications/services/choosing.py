"""What people choose: how much of what, by which way, when not; and the phones they add."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player, User
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import end
from league.foundation.refusal import Refused
from league.office.notifications.models import (
    LONGEST_ENDPOINT,
    Frequency,
    Preference,
    PushSubscription,
    StoppedAddress,
    StopReason,
)
from league.office.notifications.push_keys import KeysInvalid, check_phone_keys
from league.office.notifications.selectors import has_to_do_with
from league.office.notifications.topics import Topic
from league.office.webhooks.exchange import FIRST_FREE_PORT, SECURE_PORT, is_public_host

# browsers forget to say that a phone is gone: the oldest makes room for a new one
MOST_PHONES = 10


class PreferenceInvalid(Refused):
    """What was chosen cannot be: a topic or a phone that there is not."""

    code = "preference_invalid"


@transaction.atomic
def choose(
    *,
    user: User,
    club: Club,
    by_mail: bool,
    by_push: bool,
    topics: Mapping[str, str],
    quiet_from: time,
    quiet_until: time,
) -> Preference:
    """Keep what an account chose in a club; `topics` are frequencies by topic, the rest at once.

    Of somebody whom the club has forgotten nothing is stored. Raises PreferenceInvalid for a topic
    or a frequency that there is not.
    """
    unknown = set(topics) - set(Topic.values) or set(topics.values()) - set(Frequency.values)
    if unknown:
        raise PreferenceInvalid(
            _("“%(name)s” cannot be chosen.") % {"name": sorted(unknown)[0]}, field="topics"
        )
    chosen: dict[str, Any] = {
        "by_mail": by_mail,
        "by_push": by_push,
        "daily": sorted(t for t, how in topics.items() if how == Frequency.DAILY),
        "never": sorted(t for t, how in topics.items() if how == Frequency.NEVER),
        "quiet_from": quiet_from,
        "quiet_until": quiet_until,
    }
    if not has_to_do_with(user, club):
        return Preference(user=user, club=club, **chosen)
    row, _is_new = Preference.objects.update_or_create(user=user, club=club, defaults=chosen)
    return row


def stop_mails(user: User, club: Club) -> None:
    """Have nothing more of this club mailed to the account; all else that it chose stays.

    Of somebody whom the club has forgotten nothing is stored: nothing is mailed there any more.
    """
    if has_to_do_with(user, club):
        Preference.objects.update_or_create(user=user, club=club, defaults={"by_mail": False})


@transaction.atomic
def add_phone(
    *, user: User, endpoint: str, p256dh: str, auth: str, at: datetime
) -> PushSubscription:
    """Have notifications pushed to a phone, as its browser describes it.

    A phone that was another account's is this one's now. Raises PreferenceInvalid.
    """
    _check_endpoint(endpoint)
    try:
        check_phone_keys(p256dh, auth)
    except KeysInvalid as invalid:
        raise PreferenceInvalid(
            _("The browser did not give usable keys: switch notifications off and on again there."),
            field="keys",
        ) from invalid
    row, _is_new = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "made_at": at},
    )
    _make_room(user)
    return row


def _check_endpoint(endpoint: str) -> None:
    """Refuse addresses that no push service can have; where names lead is checked when sending."""
    private_too = settings.WEBHOOK_PRIVATE_ADDRESSES
    try:
        parts = urlsplit(endpoint)
        port = parts.port or SECURE_PORT
        is_good = (
            parts.scheme in (("https", "http") if private_too else ("https",))
            and is_public_host(parts.hostname or "0", private_too=private_too)
            and (private_too or port == SECURE_PORT or port >= FIRST_FREE_PORT)
            and parts.username is None
            and parts.port != 0
            and endpoint.isascii()
            and endpoint.isprintable()
            and " " not in endpoint
            and len(endpoint) <= LONGEST_ENDPOINT
        )
    except ValueError:
        is_good = False
    if not is_good:
        raise PreferenceInvalid(
            _("The browser did not give the address of a push service."), field="endpoint"
        )


def _make_room(user: User) -> None:
    newest = PushSubscription.objects.filter(user=user).order_by("-made_at", "-pk")
    kept = list(newest.values_list("pk", flat=True)[:MOST_PHONES])
    PushSubscription.objects.filter(user=user).exclude(pk__in=kept).delete()


def remove_phone(*, user: User, phone: int | None = None, endpoint: str = "") -> None:
    """Push nothing more to a phone of the account; one that it does not have changes nothing."""
    rows = PushSubscription.objects.filter(user=user)
    (rows.filter(pk=phone) if phone else rows.filter(endpoint=endpoint)).delete()


# --- Stopping ---
# Addresses that take no mail: stopped after a bounce or a refusal, tried again when asked to.


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
