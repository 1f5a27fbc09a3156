"""Messages are delivered in turns: a worker takes a webhook in hand, sends, notes, and lets go.

Nothing is held while a receiver is waited for. An attempt is counted before it is made, so a
worker that dies leaves a message that is sent once more, under the same id.
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least

from league import queues
from league.jobs.turns import in_turn, lost_after, note_turn
from league.standings.models import StageStandings
from league.webhooks.exchange import Answer, post
from league.webhooks.models import (
    LONGEST_EXCERPT,
    Attempt,
    Message,
    MessageState,
    Off,
    Webhook,
)
from league.webhooks.services.numbering import STANDINGS_WAIT, number_changes
from league.webhooks.services.switching import switch_off_by_site
from league.webhooks.signatures import headers_of

log = structlog.stdlib.get_logger("webhooks")

DELIVER = "league.webhooks.tasks.deliver"
Post: TypeAlias = Callable[[str, bytes, dict[str, str]], Answer]
Chance: TypeAlias = Callable[[], float]

# after each failure a message waits so long, and up to a tenth longer: ten attempts in three days
GAPS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
MOST_ATTEMPTS = len(GAPS) + 1
JITTER = 0.1
# a webhook that failed is left alone for 5 s, 20 s, 80 s ... 10 minutes, whatever waits for it
FIRST_REST = timedelta(seconds=5)
LONGEST_REST = timedelta(minutes=10)
OFF_AFTER = timedelta(days=5)
GONE = 410
# of one turn: so many messages, in so many milliseconds
MOST_OF_A_TURN, LONGEST_TURN_MS = 20, 5_000
# in hand at once: so many of one club, and so many that failed last, which may hang
MOST_OF_A_CLUB, MOST_FAILING = 2, 2
MOST_SENT = 100  # turns that one sweep gives


def take_turn(
    *, at: datetime, chance: Chance = random.random, send: Post | None = None
) -> Webhook | None:
    """Send what is due to the webhook that has the next turn; None: nothing is due.

    `chance` returns a number from 0 to 1 for each gap; `send` is what makes the exchange.
    """
    webhook = claim(at)
    if webhook is None:
        return None
    try:
        _send_due(webhook, at, chance, send or _post)
    finally:
        Webhook.objects.filter(pk=webhook.pk, claimed_at=at).update(claimed_at=None)
    if _with_due(Webhook.objects.filter(pk=webhook.pk), at).exists():
        queues.send(DELIVER)
    return webhook


def _post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    return post(url, body, headers, private_too=settings.WEBHOOK_PRIVATE_ADDRESSES)


@transaction.atomic
def claim(at: datetime) -> Webhook | None:
    """Take in hand the webhook whose club has waited longest; those that failed last come last."""
    rows = _with_due(Webhook.objects.exclude(club_id__in=_busy_clubs(at)), at)
    webhook = _first(rows.filter(failing_since=None))
    if webhook is None and _in_hand(at).exclude(failing_since=None).count() < MOST_FAILING:
        webhook = _first(rows.exclude(failing_since=None))
    if webhook is None:
        return None
    note_turn(queues.WEBHOOKS, webhook.club_id, at)
    webhook.claimed_at = at
    webhook.save(update_fields=["claimed_at"])
    return webhook


def _in_hand(at: datetime) -> "QuerySet[Webhook]":
    return Webhook.objects.filter(claimed_at__gt=at - lost_after())


def _busy_clubs(at: datetime) -> list[int]:
    held = _in_hand(at).values("club_id").annotate(count=Count("pk"))
    return list(held.filter(count__gte=MOST_OF_A_CLUB).values_list("club_id", flat=True))


def _with_due(rows: "QuerySet[Webhook]", at: datetime) -> "QuerySet[Webhook]":
    free = Q(claimed_at=None) | Q(claimed_at__lte=at - lost_after())
    rested = Q(rests_until=None) | Q(rests_until__lte=at)
    due = _due(Message.objects.filter(webhook=OuterRef("pk")), at)
    return rows.filter(free & rested, Exists(due), off="")


def _due(messages: "QuerySet[Message]", at: datetime) -> "QuerySet[Message]":
    """Return what is to be sent now; of standings only what they follow, or have kept waiting."""
    behind = StageStandings.objects.filter(stage=OuterRef("stage_id"), wanted__gt=F("built"))
    ready = Q(stage_id=None) | Q(made_at__lte=at - STANDINGS_WAIT) | ~Exists(behind)
    return messages.filter(ready, state=MessageState.WAITING, due_at__lte=at)


def _first(rows: "QuerySet[Webhook]") -> Webhook | None:
    ordered = in_turn(rows, queues.WEBHOOKS, "club_id")
    locked = ordered.select_for_update(skip_locked=True, of=("self",))
    return locked.select_related("club").first()


def _send_due(webhook: Webhook, at: datetime, chance: Chance, send: Post) -> None:
    """Send message by message, the oldest first, until one fails or the turn is over."""
    spent_ms = sent = 0
    while sent < MOST_OF_A_TURN and spent_ms < LONGEST_TURN_MS:
        message = _begin(webhook, at)
        if message is None:
            return
        answer = _exchange(webhook, message, at, send)
        spent_ms, sent = spent_ms + answer.duration_ms, sent + 1
        note_answer(webhook, message, answer, at, chance)
        if not answer.is_success:
            return


def _begin(webhook: Webhook, at: datetime) -> Message | None:
    """Count an attempt at the oldest message that is due, and return it."""
    due = _due(Message.objects.filter(webhook=webhook), at)
    message = due.order_by(F("happening_id").asc(nulls_first=True), "pk").first()
    if message is not None:
        message.attempts += 1
        message.save(update_fields=["attempts"])
    return message


def _exchange(webhook: Webhook, message: Message, at: datetime, send: Post) -> Answer:
    body = message.body.encode()
    signed_with = webhook.secrets_at(at)
    headers = headers_of(message.message_id, body, at=at, signed_with=signed_with)
    return send(webhook.address, body, headers)


@transaction.atomic
def note_answer(
    webhook: Webhook, message: Message, answer: Answer, at: datetime, chance: Chance
) -> None:
    """Note an attempt and what follows it for the message and its webhook."""
    Attempt.objects.create(
        message=message,
        at=at,
        duration_ms=answer.duration_ms,
        status=answer.status,
        failure=answer.failure,
        excerpt=answer.excerpt[:LONGEST_EXCERPT],
    )
    if answer.is_success:
        _delivered(webhook, message, at)
    else:
        _failed(webhook, message, answer, at, chance)


def _delivered(webhook: Webhook, message: Message, at: datetime) -> None:
    _end(message, MessageState.DELIVERED, at)
    recovered = Webhook.objects.filter(pk=webhook.pk, failures__gte=1)
    if recovered.update(failures=0, failing_since=None, rests_until=None):
        # it is there again: whatever waits for it need not wait for its gap
        waiting = Message.objects.filter(webhook=webhook, state=MessageState.WAITING)
        waiting.update(due_at=Least(F("due_at"), at))


def _failed(
    webhook: Webhook, message: Message, answer: Answer, at: datetime, chance: Chance
) -> None:
    log.warning(
        "webhook_failed",
        webhook_id=webhook.pk,
        message_id=message.pk,
        attempt=message.attempts,
        status=answer.status,
        reason=answer.failure,
    )
    if message.attempts >= MOST_ATTEMPTS:
        _end(message, MessageState.GIVEN_UP, at)
    else:
        _mine(message).update(due_at=at + gap_after(message.attempts, chance()))
    _note_failure(webhook, answer, at)


def gap_after(attempts: int, chance: float) -> timedelta:
    """Return how long a message waits after so many attempts; `chance` is from 0 to 1."""
    return GAPS[attempts - 1] * (1 + JITTER * chance)


def rest_after(failures: int) -> timedelta:
    """Return how long a webhook is left alone after so many failures in a row."""
    fourfold = int(4 ** min(failures - 1, 10))
    return min(FIRST_REST * fourfold, LONGEST_REST)


def _note_failure(webhook: Webhook, answer: Answer, at: datetime) -> None:
    row = Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(pk=webhook.pk)
    found = row.select_related("club").first()
    if found is None:
        return  # it was removed while its receiver was waited for
    found.failures += 1
    found.failing_since = found.failing_since or at
    found.rests_until = at + rest_after(found.failures)
    found.save(update_fields=["failures", "failing_since", "rests_until"])
    if answer.status == GONE:
        switch_off_by_site(found, Off.GONE, at)
    elif at - found.failing_since >= OFF_AFTER:
        switch_off_by_site(found, Off.FAILING, at)


def _end(message: Message, state: MessageState, at: datetime) -> None:
    _mine(message).update(state=state, ended_at=at)


def _mine(message: Message) -> "QuerySet[Message]":
    """Return the message, unless somebody else has begun another attempt at it since."""
    rows = Message.objects.filter(pk=message.pk, state=MessageState.WAITING)
    return rows.filter(attempts=message.attempts)


def sweep(*, at: datetime) -> int:
    """Give turns to what is due, and positions to changes whose delivery ended before that.

    Returns how many turns were given.
    """
    number_changes()
    turns = min(_with_due(Webhook.objects.all(), at).count(), MOST_SENT)
    for _turn in range(turns):
        queues.send(DELIVER)
    return turns
