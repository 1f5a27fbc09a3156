"""The outbox: messages are requested in the transaction of what they tell, and sent by workers.

A message is claimed and that is committed; then it is sent, outside of any transaction; then it is
noted as sent. Only a worker that ends between the last two leaves one that is sent twice, under the
same id both times (docs/decisions/0016-sending.md).
"""

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPResponseException
from time import monotonic
from typing import Any, TypeAlias

import structlog
from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.db.models.lookups import IsNull

from league.foundation import queues
from league.foundation.jobs.fair_queue import claim_expires_after, last_turn_of_club, record_turn
from league.foundation.metrics import MAILS
from league.foundation.outbox.models import UNSENT, MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES

log = structlog.stdlib.get_logger("outbox")

RETENTION = timedelta(days=30)  # mails that are over; the others go with what they are about
MOST_TURNS = 100  # given at once: whoever finds more that waits is followed by the next sweep's
MOST_TOGETHER = 200
# of one turn to a receiver: so many messages, in so many seconds
MOST_OF_A_TURN, LONGEST_TURN_S = 20, 5.0

Rows: TypeAlias = QuerySet[OutboxMessage]
# sends it; False: to nobody any more. Raises NotSent, or what the connection raises
Send: TypeAlias = Callable[[OutboxMessage], bool]
Note: TypeAlias = Callable[[OutboxMessage, datetime], None]


class NotSent(Exception):
    """The receiver did not take it; the message says why, without what may be secret."""


def _nothing(_message: OutboxMessage, _at: datetime) -> None:
    pass


def _all(rows: Rows, _at: datetime) -> Rows:
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """How messages of a kind are sent, and what is noted beside them, in the same transaction.

    Without a `kind` it sends all kinds of its way. `ready` leaves of those that are due which may
    be sent now.
    """

    way: Way
    kind: str = ""
    send: Send
    sent: Note = _nothing
    failed: Note = _nothing
    given_up: Note = _nothing
    ready: Callable[[Rows, datetime], Rows] = _all


_SENDERS: dict[tuple[str, str], Sender] = {}


def register(sender: Sender) -> None:
    if _SENDERS.setdefault((sender.way, sender.kind), sender) != sender:
        raise ValueError(f"{sender.way} {sender.kind!r} is registered twice")


def sender_of(message: OutboxMessage) -> Sender:
    return _SENDERS.get((message.way, message.kind)) or _SENDERS[message.way, ""]


# Requesting.


def request_mail(
    kind: str,
    *,
    at: datetime,
    key: str = "",
    even_without_broker: bool = False,
    **about: Any,
) -> None:
    """Request a mail of a registered kind; it follows the commit.

    `even_without_broker` has it sent by this process where no worker can be asked, which takes as
    long as the mail server takes.
    """
    named = {"key": key} if key else {}
    sender = _SENDERS[Way.MAIL, kind]
    mail = OutboxMessage(way=Way.MAIL, kind=sender.kind, made_at=at, due_at=at, **about, **named)
    OutboxMessage.objects.bulk_create([mail], ignore_conflicts=True)

    def give_turn() -> None:
        if not queues.send(RETRIES[Way.MAIL].task) and even_without_broker:
            send_next(Way.MAIL, at=at, rows=OutboxMessage.objects.filter(key=mail.key))

    transaction.on_commit(give_turn, robust=True)


def request_all(messages: Collection[OutboxMessage], *, at: datetime) -> None:
    """Store messages, but for those that are there already; what is due follows the commit."""
    OutboxMessage.objects.bulk_create(messages, ignore_conflicts=True)
    due = [message for message in messages if message.due_at <= at]
    for way in Way:
        receivers = {
            message.webhook_id or message.together or message.key
            for message in due
            if message.way == way
        }
        give_turns(way, len(receivers))


def give_turns(way: Way, number: int = 1) -> None:
    """Have so many turns given after the commit; what a broker loses, the sweep gives."""
    turns = min(number, MOST_TURNS)
    if turns:
        transaction.on_commit(lambda: _give(way, turns), robust=True)


def _give(way: Way, turns: int) -> None:
    for _turn in range(turns):
        queues.send(RETRIES[way].task)


# Sending.


def send_next(
    way: Way,
    *,
    at: datetime,
    rows: Rows | None = None,
    send: Send | None = None,
    chance: Callable[[], float] = random.random,
) -> OutboxMessage | None:
    """Send the message that has the next turn, and more to the same webhook; None: nothing is due.

    `send` stands in for the sender's own, `chance` returns a number from 0 to 1 for each gap.
    """
    first = message = claim(way, at=at, rows=rows)
    began, sent = monotonic(), 0
    while message is not None and _try(message, at, send, chance) and message.webhook_id:
        sent += 1
        of_receiver = OutboxMessage.objects.filter(webhook=message.webhook_id)
        if sent >= MOST_OF_A_TURN or monotonic() - began > LONGEST_TURN_S:
            if due(way, of_receiver, at=at).exists():
                _give(way, 1)
            break
        message = claim(way, at=at, rows=of_receiver)
    return first


def due(way: Way, rows: Rows, *, at: datetime) -> Rows:
    """Return those of the messages that may be sent now."""
    waiting = rows.filter(way=way, state=MessageState.WAITING, due_at__lte=at)
    sender = _SENDERS.get((way, ""))
    return sender.ready(waiting, at) if sender else waiting


@transaction.atomic
def claim(way: Way, *, at: datetime, rows: Rows | None = None) -> OutboxMessage | None:
    """Claim a message: one that somebody waits for to sign in, else of the club that waits longest.

    What another worker is just claiming is left to that one, and to a webhook that a worker is at
    nobody else sends. What is due together with it is claimed with it.
    """
    message = _first(way, rows, at)
    if message is None:
        return None
    if message.club_id is not None:
        record_turn(RETRIES[way].queue, message.club_id, at)
    found = [message.pk, *_together_with(message, at)]
    claimed = OutboxMessage.objects.filter(pk__in=found)
    message.state, message.claimed_at, message.attempts = (
        MessageState.CLAIMED,
        at,
        message.attempts + 1,
    )
    claimed.update(
        state=message.state,
        claimed_at=at,
        attempts=message.attempts,
        reference=message.reference,
    )
    return message


def _first(way: Way, rows: Rows | None, at: datetime) -> OutboxMessage | None:
    if way == Way.WEBHOOK:
        return _first_to_webhook(rows, at)
    ready = due(way, OutboxMessage.objects.all() if rows is None else rows, at=at)
    ordered = _in_turn(way, ready).order_by(
        IsNull(F("club"), False), F("turn").asc(nulls_first=True), "due_at", "pk"
    )
    return ordered.select_for_update(skip_locked=True, of=("self",), no_key=True).first()


def _first_to_webhook(rows: Rows | None, at: datetime) -> OutboxMessage | None:
    """Return the oldest message to a webhook; those to one that failed last come last."""
    at_it: set[int] = set()
    while True:
        ready = due(Way.WEBHOOK, OutboxMessage.objects.all() if rows is None else rows, at=at)
        ordered = (
            _in_turn(Way.WEBHOOK, ready.exclude(webhook__in=at_it))
            .select_related("webhook")
            .order_by(
                IsNull(F("webhook__failing_since"), False),
                F("turn").asc(nulls_first=True),
                F("subject_id").asc(nulls_first=True),
                "pk",
            )
        )
        message = ordered.select_for_update(
            skip_locked=True, of=("self", "webhook"), no_key=True
        ).first()
        if message is None or message.webhook_id is None:
            return None
        # somebody may have claimed another one while this one was looked for
        others = OutboxMessage.objects.filter(
            webhook=message.webhook_id, state=MessageState.CLAIMED
        )
        if not others.exists():
            return message
        at_it.add(message.webhook_id)


def _in_turn(way: Way, rows: Rows) -> Rows:
    return rows.annotate(turn=last_turn_of_club(RETRIES[way].queue, "club_id"))


def _together_with(message: OutboxMessage, at: datetime) -> list[int]:
    """Return what goes out with a message: what did so at its first try, or is due with it now."""
    if not message.together:
        return []
    waiting = OutboxMessage.objects.filter(state=MessageState.WAITING).exclude(pk=message.pk)
    if message.attempts:
        rows = waiting.filter(reference=message.reference)
    else:
        rows = waiting.filter(
            way=message.way, together=message.together, attempts=0, due_at__lte=at
        )
    locked = rows.order_by("pk").select_for_update(skip_locked=True, no_key=True)
    return list(locked.values_list("pk", flat=True)[:MOST_TOGETHER])


def _try(
    message: OutboxMessage, at: datetime, send: Send | None, chance: Callable[[], float]
) -> bool:
    """Send it and note what came of it; return whether it was sent."""
    try:
        is_sent = (send or sender_of(message).send)(message)
    except (NotSent, OSError, SMTPException) as error:
        _failed(message, at, _in_short(error), chance())
        return False
    except Exception as error:
        log.exception(
            "message_not_written", way=message.way, kind=message.kind, message_id=message.pk
        )
        _failed(message, at, type(error).__name__, chance())
        return False
    if is_sent:
        _note_as_sent(message, at)
    else:
        end(_mine(message), MessageState.NOT_NEEDED, at)
    return is_sent


def _in_short(error: Exception) -> str:
    """Return what went wrong without what the server said: that repeats addresses."""
    if isinstance(error, NotSent):
        return str(error)
    name = type(error).__name__
    return f"{name} {error.smtp_code}" if isinstance(error, SMTPResponseException) else name


@transaction.atomic
def _failed(message: OutboxMessage, at: datetime, reason: str, chance: float) -> None:
    """Have it tried again after a gap, or give it up."""
    log.warning(
        f"{message.way}_failed",
        kind=message.kind,
        message_id=message.pk,
        attempt=message.attempts,
        reason=reason,
    )
    retries = RETRIES[Way(message.way)]
    if message.attempts >= retries.most_attempts:
        _give_up(message, at, reason)
    else:
        _mine(message).update(
            state=MessageState.WAITING,
            claimed_at=None,
            due_at=at + retries.gap_after(message.attempts, chance),
            reason=reason[:100],
        )
    sender_of(message).failed(message, at)


def _give_up(message: OutboxMessage, at: datetime, reason: str) -> None:
    log.error(
        f"{message.way}_given_up",
        kind=message.kind,
        message_id=message.pk,
        attempts=message.attempts,
        reason=reason,
    )
    if message.way == Way.MAIL:
        MAILS.labels("given_up").inc()
    end(_mine(message), MessageState.GIVEN_UP, at, reason=reason)
    # one of another release is only noted
    if sender := _SENDERS.get((message.way, message.kind)) or _SENDERS.get((message.way, "")):
        sender.given_up(message, at)


@transaction.atomic
def _note_as_sent(message: OutboxMessage, at: datetime) -> None:
    """Note it, though another worker may have claimed it since: that one then changes nothing."""
    end(_of(message).filter(state__in=UNSENT), MessageState.SENT, at)
    sender_of(message).sent(message, at)


def end(rows: Rows, state: MessageState, at: datetime, *, reason: str = "") -> None:
    """End messages that are not over; what was needed to write them is forgotten."""
    rows.filter(state__in=UNSENT).update(
        state=state, claimed_at=None, ended_at=at, data={}, reason=reason[:100]
    )


def _of(message: OutboxMessage) -> Rows:
    """Return what goes out as one, with a message."""
    return OutboxMessage.objects.filter(reference=message.reference, attempts__gte=1)


def _mine(message: OutboxMessage) -> Rows:
    """Return what goes out as one, unless somebody else has claimed it since."""
    return _of(message).filter(state=MessageState.CLAIMED, attempts=message.attempts)


def sweep(*, at: datetime) -> int:
    """Give turns to what is due, and to what a worker had claimed when it died.

    Returns how many turns were given. Mails that are long over are forgotten.
    """
    silent = OutboxMessage.objects.filter(
        state=MessageState.CLAIMED, claimed_at__lt=at - claim_expires_after()
    )
    for way, retries in RETRIES.items():
        for message in silent.filter(way=way, attempts__gte=retries.most_attempts):
            _give_up(message, at, "the worker did not come back")
    silent.update(state=MessageState.WAITING, claimed_at=None, due_at=at)
    over = OutboxMessage.objects.filter(way=Way.MAIL, notification=None)
    over.filter(ended_at__lt=at - RETENTION).delete()
    given = 0
    for way in Way:
        rows = due(way, OutboxMessage.objects.all(), at=at)
        by = "webhook" if way == Way.WEBHOOK else "pk"
        turns = min(rows.aggregate(turns=Count(by, distinct=True))["turns"], MOST_TURNS)
        _give(way, turns)
        given += turns
    return given
