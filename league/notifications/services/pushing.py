"""Notifications on phones: encrypted for each (RFC 8291), signed by this site, sent in turns.

A worker takes one in hand, sends it outside of any transaction to each phone of the account, and
notes who took it. A phone that gets one twice shows it once: both have the same tag.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from league.notifications.models import (
    Delivery,
    DeliveryState,
    Notification,
    PushSubscription,
    Way,
)
from league.notifications.needed import is_needed
from league.notifications.push_keys import encoded, is_on, vapid_of
from league.notifications.selectors import phones_of, preference_of
from league.notifications.services.batching import MOST_PUSHED, PUSH
from league.notifications.services.ending import end
from league.notifications.wording import said
from league.webhooks.exchange import Answer, post

__all__ = ["PUSH", "push_next"]
log = structlog.stdlib.get_logger("push")
Post: TypeAlias = Callable[[str, bytes, dict[str, str]], Answer]

GONE = (404, 410)
# a phone that is off gets it within so long, or never
KEPT_BY_SERVICE = timedelta(hours=24)
# so long a signature is good; push services take no more than a day
SIGNED_FOR = timedelta(hours=12)
FIRST_GAP, LONGEST_GAP = timedelta(seconds=30), timedelta(hours=1)
# a payload of a push service is at most 4,096 bytes; what is encrypted takes some of them
LONGEST_TITLE = 300


def push_next(*, at: datetime, send: Post | None = None) -> Delivery | None:
    """Push what has waited longest; None: nothing is due. `send` is what makes the exchange."""
    row = claim(at)
    if row is None:
        return None
    phones = _phones(row, at)
    if phones:
        _push(row, phones, at, send or _post)
    return row


def _post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    return post(url, body, headers, private_too=settings.WEBHOOK_PRIVATE_ADDRESSES)


@transaction.atomic
def claim(at: datetime) -> Delivery | None:
    """Take in hand what is due first; what somebody else just takes is left to that one."""
    rows = Delivery.objects.filter(way=Way.PUSH, state=DeliveryState.WAITING, due_at__lte=at)
    row = rows.select_for_update(skip_locked=True).order_by("due_at", "pk").first()
    if row is not None:
        row.state, row.claimed_at, row.attempts = DeliveryState.CLAIMED, at, row.attempts + 1
        row.save(update_fields=["state", "claimed_at", "attempts"])
    return row


def _phones(row: Delivery, at: datetime) -> list[PushSubscription]:
    """Return the phones that have not taken it yet; where there are none, it is over."""
    told = _told(row)
    wanted = is_on() and preference_of(told.user, told.club).by_push and is_needed(told)
    phones = [phone for phone in phones_of(told.user) if phone.pk not in row.taken_by]
    if not wanted or not phones:
        end([row], DeliveryState.SENT if row.taken_by else DeliveryState.NOT_NEEDED, at)
        return []
    return phones


def _told(row: Delivery) -> Notification:
    rows = Notification.objects.select_related("user", "club", "event")
    return rows.get(pk=row.notification_id)


def _push(row: Delivery, phones: list[PushSubscription], at: datetime, send: Post) -> None:
    told = _told(row)
    text = json.dumps(payload_of(told), ensure_ascii=False).encode()
    answers = [(phone, _send(phone, told, text, at, send)) for phone in phones]
    gone = [phone.pk for phone, answer in answers if answer.status in GONE]
    PushSubscription.objects.filter(pk__in=gone).delete()
    taken = [phone.pk for phone, answer in answers if answer.is_success]
    left = [phone for phone, answer in answers if phone.pk not in (*gone, *taken)]
    note(row, taken, at, is_over=not left)


def payload_of(told: Notification) -> dict[str, Any]:
    """Return what a phone shows: a line and a page of the site, the person's own where there is."""
    zone = ZoneInfo(told.club.time_zone)
    with translation.override(told.user.language), timezone.override(zone):
        words = said(told)
    lines = "\n".join(words.lines)
    return {
        "title": words.title[:LONGEST_TITLE],
        "body": lines[:LONGEST_TITLE],
        "url": words.own_url or words.url,
        "tag": str(told.reference),
        "lang": told.user.language,
    }


def _send(
    phone: PushSubscription, told: Notification, text: bytes, at: datetime, send: Post
) -> Answer:
    body, headers = sealed(phone, text, at)
    # a push service keeps one of a topic for a phone that is off
    answer = send(phone.endpoint, body, headers | {"Topic": encoded(told.reference.bytes)})
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


def note(row: Delivery, taken: list[int], at: datetime, *, is_over: bool) -> None:
    """Note who took it; what nobody took is tried again after a gap, or given up."""
    mine = Delivery.objects.filter(pk=row.pk, state=DeliveryState.CLAIMED, attempts=row.attempts)
    has = sorted({*row.taken_by, *taken})
    if is_over or row.attempts >= MOST_PUSHED:
        state = DeliveryState.SENT if has else DeliveryState.GIVEN_UP
        mine.update(state=state, ended_at=at, claimed_at=None, taken_by=has)
        return
    gap = min(FIRST_GAP * 2 ** (row.attempts - 1), LONGEST_GAP)
    mine.update(state=DeliveryState.WAITING, claimed_at=None, due_at=at + gap, taken_by=has)
