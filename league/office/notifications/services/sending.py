"""Sending what somebody is to know, by mail and by push."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from league.clubs.models import Club
from league.clubs.services.mails import Written, hand_over
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.outbox.services import NotSent, Sender, end
from league.office.notifications.choice_links import choices_url, own_choices_url, player_mails_url
from league.office.notifications.models import Notification, PushSubscription, StopReason
from league.office.notifications.push_keys import encoded, is_on, vapid_of
from league.office.notifications.selectors import (
    phones_of,
    player_takes_mail,
    preference_of,
    takes_mail,
)
from league.office.notifications.services.choosing import stop_address, stop_mails_to_player
from league.office.notifications.services.dispatching import NOTIFICATIONS
from league.office.notifications.still_relevant import is_still_relevant
from league.office.notifications.wording import Said, said
from league.office.webhooks.exchange import Answer, post

# --- The mails of notifications: what is due to one account of one club, in one mail ---
# The outbox sends them (league/foundation/outbox), with the same Message-ID at each try. What
# is no longer true when the mail is written is left out; nothing left is nothing sent.

# answers of a mail server to a recipient that will be the same tomorrow
FOR_GOOD = range(550, 555)


def mail_sender() -> Sender:
    return Sender(way=Way.MAIL, kind=NOTIFICATIONS, send=send_together)


def send_together(mail: OutboxMessage) -> bool:
    """Write the mail and hand it to the mail server; False: nothing of it is needed any more."""
    at = mail.claimed_at or mail.made_at
    rows = _needed(mail, at)
    if not rows:
        return False
    reader = reader_of(rows[0])
    try:
        hand_over(written_for(reader, rows, mail.message_id))
    except SMTPRecipientsRefused as refused:
        code, _answer = next(iter(refused.recipients.values()))
        if code not in FOR_GOOD:
            raise
        if rows[0].player is not None:
            stop_mails_to_player(rows[0].player, at)
        else:
            stop_address(rows[0].account, reason=StopReason.REFUSED, code=str(code), at=at)
        return False
    return True


def _needed(mail: OutboxMessage, at: datetime) -> list[Notification]:
    """Return what of the mail is still relevant, and end what is not."""
    parts = OutboxMessage.objects.filter(reference=mail.reference, state=MessageState.CLAIMED)
    notifications = list(
        Notification.objects.filter(deliveries__in=parts)
        .select_related("user", "player", "club", "event")
        .order_by("pk")
    )
    if not notifications:
        return []
    user, player, club = notifications[0].user, notifications[0].player, notifications[0].club
    if (user and not takes_mail(user)) or (player and not player_takes_mail(player)):
        end(parts, MessageState.STOPPED, at)
        return []
    if user and not preference_of(user, club).by_mail:
        return []
    needed = [notification for notification in notifications if is_still_relevant(notification)]
    if needed:
        end(parts.exclude(notification__in=needed), MessageState.NOT_NEEDED, at)
    return needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """To whom a mail goes: `choices_url` is empty for players, who have nothing to choose."""

    club: Club
    email: str
    language: str
    choices_url: str
    stop_url: str


def reader_of(notification: Notification) -> Reader:
    """Return who reads it: an account in its language, a player in that of the club."""
    club, player = notification.club, notification.player
    if player is not None:
        return Reader(
            club=club,
            email=player.email,
            language=club.language,
            choices_url="",
            stop_url=player_mails_url(player),
        )
    user = notification.account
    return Reader(
        club=club,
        email=user.email,
        language=user.language,
        choices_url=own_choices_url(club),
        stop_url=choices_url(user, club),
    )


def written_for(reader: Reader, notifications: Sequence[Notification], message_id: str) -> Written:
    """Return the mail in the reader's language and the club's time."""
    club = reader.club
    with translation.override(reader.language), timezone.override(ZoneInfo(club.time_zone)):
        items = [said(notification) for notification in notifications]
        context = {"items": items, "club": club, "reader": reader, "site": settings.SITE_URL}
        return Written(
            subject=_subject(items, club),
            body=render_to_string("emails/notifications.txt", context),
            html=render_to_string("emails/notifications.html", context),
            to=reader.email,
            message_id=message_id,
            headers=_headers(reader),
        )


def _subject(items: Sequence[Said], club: Club) -> str:
    """One thing is the subject itself; several are counted."""
    if len(items) == 1:
        return items[0].title
    sentence = ngettext("%(club)s: %(count)d notice", "%(club)s: %(count)d notices", len(items))
    return sentence % {"club": club.name, "count": len(items)}


def _headers(reader: Reader) -> dict[str, str]:
    """Return what lets mail programs show a button that unsubscribes with one click (RFC 8058)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return {
        "List-Unsubscribe": f"<{reader.stop_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": f"<{reader.club.slug}.notifications.{domain}>",
        "Auto-Submitted": "auto-generated",
    }


# --- Notifications on phones: encrypted for each (RFC 8291), signed by this site, sent in turns ---
# A worker takes one in hand, sends it outside of any transaction to each phone of the account, and
# notes who took it. A phone that gets one twice shows it once: both have the same tag.

log = structlog.stdlib.get_logger("push")
Post: TypeAlias = Callable[[str, bytes, dict[str, str]], Answer]

GONE = (404, 410)
# a phone that is off gets it within so long, or never
KEPT_BY_SERVICE = timedelta(hours=24)
# so long a signature is good; push services take no more than a day
SIGNED_FOR = timedelta(hours=12)
# a payload of a push service is at most 4,096 bytes; what is encrypted takes some of them
LONGEST_TITLE = 300


def push_sender() -> Sender:
    return Sender(way=Way.PUSH, send=push)


def _post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    return post(url, body, headers, private_too=settings.WEBHOOK_PRIVATE_ADDRESSES)


def push(message: OutboxMessage, exchange: Post = _post) -> bool:
    """Push to each phone that has not taken it yet; False: it is wanted no more, or by no phone.

    Raises NotSent where a phone is left: those that took it are noted.
    """
    notification = Notification.objects.select_related("user", "club", "event").get(
        pk=message.notification_id or 0
    )
    at = message.claimed_at or message.due_at
    taken_by: list[int] = message.data.get("taken_by", [])
    wanted = (
        is_on()
        and preference_of(notification.account, notification.club).by_push
        and is_still_relevant(notification)
    )
    phones = [phone for phone in phones_of(notification.account) if phone.pk not in taken_by]
    if not wanted or not phones:
        return bool(taken_by)
    text = json.dumps(payload_of(notification), ensure_ascii=False).encode()
    answers = [(phone, _send(phone, notification, text, at, exchange)) for phone in phones]
    gone = [phone.pk for phone, answer in answers if answer.status in GONE]
    PushSubscription.objects.filter(pk__in=gone).delete()
    taken_by += [phone.pk for phone, answer in answers if answer.is_success]
    failed = [answer for _phone, answer in answers if not answer.is_success]
    is_last = message.attempts >= RETRIES[Way.PUSH].most_attempts
    if taken_by and (is_last or len(gone) == len(failed)):
        return True
    if len(gone) == len(failed):
        end(OutboxMessage.objects.filter(pk=message.pk), MessageState.GIVEN_UP, at)
        return False
    OutboxMessage.objects.filter(pk=message.pk).update(data={"taken_by": sorted(taken_by)})
    raise NotSent(failed[-1].failure or str(failed[-1].status))


def payload_of(notification: Notification) -> dict[str, Any]:
    """Return what a phone shows: a line and a page of the site, the person's own where there is."""
    zone = ZoneInfo(notification.club.time_zone)
    with translation.override(notification.account.language), timezone.override(zone):
        words = said(notification)
    lines = "\n".join(words.lines)
    return {
        "title": words.title[:LONGEST_TITLE],
        "body": lines[:LONGEST_TITLE],
        "url": words.own_url or words.url,
        "tag": str(notification.reference),
        "lang": notification.account.language,
    }


def _send(
    phone: PushSubscription, notification: Notification, text: bytes, at: datetime, send: Post
) -> Answer:
    body, headers = sealed(phone, text, at)
    # a push service keeps one of a topic for a phone that is off
    answer = send(phone.endpoint, body, headers | {"Topic": encoded(notification.reference.bytes)})
    if not answer.is_success:
        log.warning("push_failed", phone_id=phone.pk, status=answer.status, reason=answer.failure)
    return answer


def sealed(phone: PushSubscription, text: bytes, at: datetime) -> tuple[bytes, dict[str, str]]:
    """Return the text encrypted for the phone alone, and the headers with this site's signature."""
    # imported only where something is pushed: it costs memory
    from pywebpush import WebPusher  # noqa: PLC0415

    keys = {"p256dh": phone.p256dh, "auth": phone.auth}
    body = WebPusher({"endpoint": phone.endpoint, "keys": keys}).encode(text)["body"]
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(KEPT_BY_SERVICE.total_seconds())),
        "Urgency": "normal",
    }
    return body, headers | signature(phone.endpoint, at)


def signature(endpoint: str, at: datetime) -> dict[str, str]:
    """Return the header that says which site pushes and whom to write to about it (RFC 8292)."""
    parts = urlsplit(endpoint)
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((at + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{address}",
    }
    signed: dict[str, str] = vapid_of(settings.VAPID_PRIVATE_KEY).sign(claims)
    return signed
