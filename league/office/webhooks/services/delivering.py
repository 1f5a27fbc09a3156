"""How the outbox sends messages to webhooks: which may go now, the exchange, what follows it.

A webhook that fails rests, whatever waits for it, and is switched off after days of it.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least

from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import NotSent, Sender
from league.office.webhooks.exchange import Answer, post
from league.office.webhooks.models import LONGEST_EXCERPT, Attempt, Off, Webhook
from league.office.webhooks.services.numbering import STANDINGS_WAIT
from league.office.webhooks.services.switching import switch_off_by_site
from league.office.webhooks.signatures import headers_of
from league.tables.standings.models import StageStandings

Post: TypeAlias = Callable[[str, bytes, dict[str, str]], Answer]

# a webhook that failed is left alone for 5 s, 20 s, 80 s ... 10 minutes, whatever waits for it
FIRST_REST = timedelta(seconds=5)
LONGEST_REST = timedelta(minutes=10)
OFF_AFTER = timedelta(days=5)
GONE = 410
# in hand at once: so many of one club, and so many that failed last, which may hang
MOST_OF_A_CLUB, MOST_FAILING = 2, 2


def sender() -> Sender:
    return Sender(
        way=Way.WEBHOOK, send=send_message, sent=note_success, failed=note_failure, ready=ready
    )


def ready(due: "QuerySet[OutboxMessage]", at: datetime) -> "QuerySet[OutboxMessage]":
    """Leave what may be sent now; of standings only what they follow, or have kept waiting."""
    in_hand = OutboxMessage.objects.filter(way=Way.WEBHOOK, state=MessageState.CLAIMED)
    held = in_hand.values("club").annotate(count=Count("pk")).order_by()
    busy = held.filter(count__gte=MOST_OF_A_CLUB).values_list("club", flat=True)
    rested = Q(webhook__rests_until=None) | Q(webhook__rests_until__lte=at)
    behind = StageStandings.objects.filter(stage=OuterRef("stage_id"), wanted__gt=F("built"))
    is_ready = Q(stage_id=None) | Q(made_at__lte=at - STANDINGS_WAIT) | ~Exists(behind)
    rows = due.filter(rested, is_ready, webhook__off="").exclude(club__in=list(busy))
    if in_hand.exclude(webhook__failing_since=None).count() >= MOST_FAILING:
        rows = rows.filter(webhook__failing_since=None)
    return rows


def _post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    return post(url, body, headers, private_too=settings.WEBHOOK_PRIVATE_ADDRESSES)


def send_message(message: OutboxMessage, exchange: Post = _post) -> bool:
    """Send the message and note the attempt; False: the webhook was removed. Raises NotSent."""
    webhook = Webhook.objects.filter(pk=message.webhook_id or 0).first()
    if webhook is None:
        return False
    at = message.claimed_at or message.due_at
    body = message.body.encode()
    signed_with = webhook.secrets_at(at)
    headers = headers_of(message.message_id, body, at=at, signed_with=signed_with)
    answer = exchange(webhook.address, body, headers)
    if not OutboxMessage.objects.filter(pk=message.pk).exists():
        return False  # it was removed while its receiver was waited for
    Attempt.objects.create(
        message=message,
        at=at,
        duration_ms=answer.duration_ms,
        status=answer.status,
        failure=answer.failure,
        excerpt=answer.excerpt[:LONGEST_EXCERPT],
    )
    if not answer.is_success:
        raise NotSent(answer.failure or str(answer.status))
    return True


def note_success(message: OutboxMessage, at: datetime) -> None:
    recovered = Webhook.objects.filter(pk=message.webhook_id or 0, failures__gte=1)
    if recovered.update(failures=0, failing_since=None, rests_until=None):
        # it is there again: whatever waits for it need not wait for its gap
        waiting = OutboxMessage.objects.filter(
            webhook=message.webhook_id, state=MessageState.WAITING
        )
        waiting.update(due_at=Least(F("due_at"), at))


def rest_after(failures: int) -> timedelta:
    """Return how long a webhook is left alone after so many failures in a row."""
    fourfold = int(4 ** min(failures - 1, 10))
    return min(FIRST_REST * fourfold, LONGEST_REST)


def note_failure(message: OutboxMessage, at: datetime) -> None:
    rows = Webhook.objects.select_for_update(no_key=True, of=("self",))
    found = rows.filter(pk=message.webhook_id or 0).select_related("club").first()
    if found is None:
        return  # it was removed while its receiver was waited for
    found.failures += 1
    found.failing_since = found.failing_since or at
    found.rests_until = at + rest_after(found.failures)
    found.save(update_fields=["failures", "failing_since", "rests_until"])
    last = Attempt.objects.filter(message=message).last()
    if last is not None and last.status == GONE:
        switch_off_by_site(found, Off.GONE, at)
    elif at - found.failing_since >= OFF_AFTER:
        switch_off_by_site(found, Off.FAILING, at)
