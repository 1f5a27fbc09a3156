"""Bounces: what mail servers report of mails that did not arrive (RFC 3464), read and believed.

A report is believed only where it quotes the Message-ID of a mail of this site, which nobody can
guess, and names the address that the account still has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses
from typing import cast
from uuid import UUID

from league.foundation.outbox.models import OutboxMessage, Way
from league.office.notifications.models import Notification, StopReason
from league.office.notifications.services.choosing import stop_address, stop_mails_to_player

LONGEST_REPORT = 1_000_000
FAILED, FOR_GOOD = "failed", "5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounce:
    """A mail that will never arrive: its Message-ID, addresses it was meant for, and the status."""

    message_id: str
    addresses: frozenset[str]
    status: str


def read_bounces(raw: bytes) -> list[Bounce]:
    """Return the failures for good that a mail reports; none for any other mail."""
    report = message_from_bytes(raw[:LONGEST_REPORT], policy=policy.default)
    if report.get_content_type() != "multipart/report":
        return []
    message_id, to = _returned(report)
    return [
        Bounce(message_id=message_id, addresses=_addresses(part) | to, status=_status(part))
        for part in _recipients(report)
        if message_id and _is_for_good(part)
    ]


def _parts(message: Message) -> Iterator[Message]:
    yield from message.walk()


def _recipients(report: Message) -> list[Message]:
    """Return the groups of fields that are about one recipient each."""
    return [
        group
        for part in _parts(report)
        if part.get_content_type() == "message/delivery-status" and part.is_multipart()
        for group in cast("list[Message]", part.get_payload())
        if "Final-Recipient" in group
    ]


def _is_for_good(group: Message) -> bool:
    action = str(group.get("Action", "")).strip().lower()
    return action == FAILED and _status(group).startswith(FOR_GOOD)


def _status(group: Message) -> str:
    words = str(group.get("Status", "")).split()
    return words[0] if words else ""


def _addresses(group: Message) -> frozenset[str]:
    """Return the addresses of a group, written as "rfc822; ann@example.org"."""
    named = [str(group.get(name, "")) for name in ("Original-Recipient", "Final-Recipient")]
    return frozenset(text.partition(";")[2].strip().lower() for text in named if ";" in text)


def _returned(report: Message) -> tuple[str, frozenset[str]]:
    """Return the Message-ID and the recipients of the mail that came back."""
    for part in _parts(report):
        if part.get_content_type() == "text/rfc822-headers":
            content = part.get_payload(decode=True)
            text = content if isinstance(content, bytes) else b""
            return _heads(message_from_bytes(text, policy=policy.default))
        if part.get_content_type() == "message/rfc822" and part.is_multipart():
            return _heads(cast("list[Message]", part.get_payload())[0])
    return "", frozenset()


def _heads(mail: Message) -> tuple[str, frozenset[str]]:
    to = getaddresses([str(value) for value in mail.get_all("To", [])])
    found = frozenset(address.lower() for _name, address in to if address)
    return str(mail.get("Message-ID", "")).strip(), found


def take_bounce(raw: bytes, at: datetime) -> int:
    """Stop the addresses that a report names; return how many. The same report twice is one."""
    return sum(_stop(bounce, at) for bounce in read_bounces(raw))


def _stop(bounce: Bounce, at: datetime) -> int:
    notification = _notification_of(bounce.message_id)
    if notification is None or _address_of(notification) not in bounce.addresses:
        return 0
    if notification.player is not None:
        stop_mails_to_player(notification.player, at)
    else:
        stop_address(notification.account, reason=StopReason.BOUNCED, code=bounce.status, at=at)
    return 1


def _address_of(notification: Notification) -> str:
    return (
        notification.player.email if notification.player else notification.account.email
    ).lower()


def _notification_of(message_id: str) -> Notification | None:
    """Return one of the notifications with this Message-ID, as long as it is remembered."""
    try:
        reference = UUID(message_id.strip("<>").partition("@")[0])
    except ValueError:
        return None
    rows = OutboxMessage.objects.filter(reference=reference, way=Way.MAIL)
    mail = (
        rows.exclude(notification=None)
        .select_related("notification__user", "notification__player")
        .first()
    )
    if mail is None or mail.message_id != message_id:
        return None
    return mail.notification
