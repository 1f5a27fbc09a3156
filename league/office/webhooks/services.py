"""Everything that changes webhooks, their messages and the changes that are polled."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.clubs.models import Role, User
from league.clubs.services.mails import send
from league.foundation.club_limits import services as limits
from league.foundation.embedding import absolute
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import UNSENT, MessageState, OutboxMessage, Way
from league.foundation.outbox.services import NotSent, Sender, give_turns, request_all, request_mail
from league.foundation.records import services as records
from league.foundation.refusal import Refused
from league.office.webhooks.exchange import Answer, post
from league.office.webhooks.message_bodies import (
    body_of,
    headers_of,
    new_secret,
    reference,
    standings_reference,
)
from league.office.webhooks.models import LONGEST_EXCERPT, RETENTION, Attempt, Change, Off, Webhook
from league.office.webhooks.topics import (
    CHANGES_STANDINGS,
    STANDINGS_CHANGED,
    TEST,
    is_sent,
    topic_of,
)
from league.tables.standings.models import StageStandings

# --- The positions of changes, given after the commit and in the order of commits ---
# Numbers of happenings are taken when they are written and seen when they are committed, so a
# lower one may appear after a higher one. A position is given to what is committed, by one process
# at a time, and is committed itself before the next is given: what has been read up to a position
# is all there is up to it (docs/decisions/0016-sending.md).
#
# That standings changed is numbered once they follow what changed them, or after a minute.

# a day more than programs may ask for by a cursor, so that no cursor finds half of it
STORED = RETENTION + timedelta(days=1)
AT_ONCE = 5_000
# standings that do not stand still become visible all the same after so long
STANDINGS_WAIT = timedelta(minutes=1)
# seconds in which the standings, a reader of their own, have heard of what changes them
STANDINGS_HEAR = 3

ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('number changes'))"
NUMBER = """
WITH waiting AS (
    SELECT happening_id FROM webhooks_change change WHERE position IS NULL
        AND (happening_id > 0 OR told_at <= clock_timestamp() - make_interval(secs => %s) OR (
            told_at <= clock_timestamp() - make_interval(secs => %s) AND NOT EXISTS (
                SELECT FROM standings_stagestandings standings
                WHERE standings.stage_id = change.stage_id AND standings.wanted > standings.built
            )
        ))
    ORDER BY abs(happening_id), happening_id DESC LIMIT %s
), numbered AS (
    SELECT happening_id, nextval('webhooks_change_position') AS position FROM waiting
    ORDER BY abs(happening_id), happening_id DESC
)
UPDATE webhooks_change SET position = numbered.position, told_at = clock_timestamp()
FROM numbered WHERE webhooks_change.happening_id = numbered.happening_id
"""
# positions that were given after the moment a database was brought back to were read by somebody
SKIPPED = 1_000_000
SKIP = "SELECT setval('webhooks_change_position', nextval('webhooks_change_position') + %s)"


def number_changes() -> int:
    """Give positions to what has none, and return to how many."""
    total = 0
    while True:
        given = _number_some()
        total += given
        if given < AT_ONCE:
            return total


@transaction.atomic
def _number_some() -> int:
    with connection.cursor() as cursor:
        cursor.execute(ONE_AT_A_TIME)
        cursor.execute(NUMBER, [STANDINGS_WAIT.total_seconds(), STANDINGS_HEAR, AT_ONCE])
        return int(cursor.rowcount)


def skip_positions() -> None:
    """Go on far beyond what was given: after a restore, programs come with cursors from before."""
    with connection.cursor() as cursor:
        cursor.execute(SKIP, [SKIPPED])


# --- A webhook that is switched off by the site itself: noted, and its owners are written to ---

MAIL = "webhook_off"


def journal_webhook(kind: str, webhook: Webhook, by: Act, **data: object) -> None:
    """Write what happened to a webhook into the journal, with the host of its address alone."""
    journal.append(
        kind=kind,
        by=by,
        club_id=webhook.club_id,
        event_id=webhook.event_id,
        subject=webhook,
        data={"host": str(webhook), **data},
    )


def switch_off_by_site(webhook: Webhook, why: Off, at: datetime) -> None:
    """Switch it off and notify every owner of the club; one that is off already stays so."""
    if not Webhook.objects.filter(pk=webhook.pk, off="").update(off=why):
        return
    journal_webhook("webhook.switched_off", webhook, Act(SYSTEM, at), why=why.value)
    owners = webhook.club.members.filter(role=Role.OWNER, user__is_active=True)
    for user_id in owners.values_list("user_id", flat=True):
        request_mail(
            MAIL,
            at=at,
            club_id=webhook.club_id,
            subject_id=webhook.pk,
            data={"user_id": user_id, "why": why.value},
        )


def send_mail(mail: OutboxMessage) -> bool:
    """Write to an owner that a webhook was switched off; not if it is on again."""
    rows = Webhook.objects.select_related("club").exclude(off="")
    webhook = rows.filter(pk=mail.subject).first()
    owner = User.objects.filter(pk=mail.data.get("user_id"), is_active=True).first()
    if webhook is None or owner is None:
        return False
    page = reverse("desk:webhook", args=[webhook.club.slug, webhook.pk])
    with translation.override(owner.language):
        context = {
            "club": webhook.club,
            "host": str(webhook),
            "why": Off(mail.data["why"]).label,
            "url": absolute(page),
        }
        send("webhook_off", owner.email, context, mail.message_id)
    return True


def mail_sender() -> Sender:
    return Sender(way=Way.MAIL, kind=MAIL, send=send_mail)


# --- From the journal to messages and changes, in the transaction of the journal's delivery ---

# so many messages may wait for one webhook: then it is switched off and its owners are notified
MOST_WAITING = 10_000


def dispatch(happenings: Sequence[Happening], at: datetime) -> None:
    """Note the changes, and make the messages; handed the same twice, each is one.

    What is older than changes are kept is history that a new reader is handed: it is not sent.
    """
    happenings = [
        happening
        for happening in happenings
        if happening.club_id and is_sent(happening.kind) and happening.at > at - RETENTION
    ]
    if happenings:
        _note_changes(happenings)
        _make_messages(happenings, at)


def _note_changes(happenings: Iterable[Happening]) -> None:
    happenings = list(happenings)
    changes = [*map(_change, happenings), *_changes_of_standings(happenings)]
    Change.objects.bulk_create(changes, ignore_conflicts=True)
    # in a transaction of its own: no delivery waits for the number of another one
    transaction.on_commit(number_changes, robust=True)


def _change(happening: Happening) -> Change:
    return Change(
        happening_id=happening.pk,
        at=happening.at,
        kind=happening.kind,
        club_id=happening.club_id or 0,
        event_id=happening.event_id,
        stage_id=happening.stage_id,
        subject_type=happening.subject_type,
        subject_id=happening.subject_id,
    )


def _changes_of_standings(happenings: Iterable[Happening]) -> list[Change]:
    """Return one change for each stage whose standings follow; its number is that with a minus."""
    last = {
        happening.stage_id: happening
        for happening in happenings
        if happening.stage_id and happening.kind in CHANGES_STANDINGS
    }
    return [
        Change(
            happening_id=-happening.pk,
            at=happening.at,
            kind=STANDINGS_CHANGED,
            club_id=happening.club_id or 0,
            event_id=happening.event_id,
            stage_id=stage_id,
            subject_type="stage",
            subject_id=stage_id,
        )
        for stage_id, happening in last.items()
    ]


def _make_messages(happenings: Collection[Happening], at: datetime) -> None:
    clubs = {happening.club_id for happening in happenings}
    webhooks = list(Webhook.objects.filter(club__in=clubs, off="").select_related("club"))
    made = [message for webhook in webhooks for message in _messages_for(webhook, happenings, at)]
    if not made:
        return
    request_all(made, at=at)
    _switch_off_full({webhook.pk for webhook in webhooks}, at)


def _messages_for(
    webhook: Webhook, happenings: Iterable[Happening], at: datetime
) -> list[OutboxMessage]:
    """Return its messages: of its club, its topics, its event if it has one, nothing before it."""
    return [
        message
        for happening in happenings
        if happening.club_id == webhook.club_id
        and happening.at >= webhook.added_at
        and (webhook.event_id is None or webhook.event_id == happening.event_id)
        for message in _of_happening(webhook, happening, at)
    ]


def _of_happening(webhook: Webhook, happening: Happening, at: datetime) -> list[OutboxMessage]:
    said = reference(
        club=webhook.club,
        kind=happening.kind,
        happening_id=happening.pk,
        event_id=happening.event_id,
        stage_id=happening.stage_id,
        subject_type=happening.subject_type,
        subject_id=happening.subject_id,
    )
    messages = []
    if topic_of(happening.kind) in webhook.topics:
        messages.append(_message(webhook, happening, happening.kind, said, at))
    is_counted = happening.stage_id is not None and happening.kind in CHANGES_STANDINGS
    if is_counted and "standings" in webhook.topics:
        said = standings_reference(said, happening.stage_id or 0)
        messages.append(_message(webhook, happening, STANDINGS_CHANGED, said, at))
    return messages


def _message(
    webhook: Webhook, happening: Happening, kind: str, said: dict[str, object], at: datetime
) -> OutboxMessage:
    return OutboxMessage(
        way=Way.WEBHOOK,
        webhook=webhook,
        club_id=webhook.club_id,
        subject_id=happening.pk,
        stage_id=happening.stage_id if kind == STANDINGS_CHANGED else None,
        kind=kind,
        body=body_of(kind, happening.at, said),
        made_at=at,
        due_at=at,
    )


def _switch_off_full(webhook_ids: Collection[int], at: datetime) -> None:
    """Switch off those for which more waits than may; `changes` has what they are not sent."""
    waiting = Count("messages", filter=Q(messages__state__in=UNSENT))
    rows = Webhook.objects.filter(pk__in=webhook_ids, failures__gte=1)
    for webhook in rows.annotate(waiting=waiting).filter(waiting__gte=MOST_WAITING):
        switch_off_by_site(webhook, Off.FULL, at)


# --- What owners do with webhooks besides keeping them: switch, a new secret, test, send again ---

# after a new secret, messages are signed with the one before as well for so long
OVERLAP = timedelta(hours=24)


class WebhookIsOff(Refused):
    code = "webhook_off"


@transaction.atomic
def save_webhook(webhook: Webhook, *, is_on: bool, by: Act) -> Webhook:
    """Save it and switch it, as one. Raises as `records.save`."""
    records.save(webhook, by=by)
    switch = switch_on if is_on else switch_off
    return switch(webhook=webhook, by=by)


@transaction.atomic
def rotate_secret(*, webhook: Webhook, by: Act) -> Webhook:
    """Give it a new secret; for a day messages carry a signature by each of the two."""
    webhook = _locked(webhook)
    webhook.previous_secret, webhook.previous_until = webhook.secret, by.at + OVERLAP
    webhook.secret = new_secret()
    webhook.save(update_fields=["secret", "previous_secret", "previous_until"])
    journal_webhook("webhook.secret_rotated", webhook, by)
    return webhook


@transaction.atomic
def switch_off(*, webhook: Webhook, by: Act) -> Webhook:
    """Send it nothing any more, and make no messages for it; off already, it stays so."""
    webhook = _locked(webhook)
    if webhook.is_on:
        webhook.off = Off.BY_HAND
        webhook.save(update_fields=["off"])
        journal_webhook("webhook.switched_off", webhook, by, why=Off.BY_HAND.value)
    return webhook


@transaction.atomic
def switch_on(*, webhook: Webhook, by: Act) -> Webhook:
    """Send it what waits, and what happens from now on; on already, nothing changes."""
    webhook = _locked(webhook)
    if not webhook.is_on:
        webhook.off, webhook.failures = "", 0
        webhook.failing_since = webhook.rests_until = None
        webhook.save(update_fields=["off", "failures", "failing_since", "rests_until"])
        webhook.messages.filter(state=MessageState.WAITING).update(due_at=by.at)
        journal_webhook("webhook.switched_on", webhook, by)
        give_turns(Way.WEBHOOK)
    return webhook


@transaction.atomic
def send_test(*, webhook: Webhook, at: datetime) -> OutboxMessage:
    """Have a message sent that tells of nothing. Raises WebhookIsOff or LimitReached."""
    _check_on(webhook)
    limits.count(limits.WEBHOOK_TESTS, webhook.club_id, at)
    data = reference(
        club=webhook.club,
        kind=TEST,
        happening_id=None,
        event_id=webhook.event_id,
        stage_id=None,
        subject_type="",
        subject_id=None,
    )
    message = OutboxMessage.objects.create(
        way=Way.WEBHOOK,
        webhook=webhook,
        club_id=webhook.club_id,
        kind=TEST,
        body=body_of(TEST, at, data),
        made_at=at,
        due_at=at,
    )
    _wake(webhook)
    return message


@transaction.atomic
def send_again(*, message: OutboxMessage, at: datetime) -> OutboxMessage:
    """Have a message sent once more, under its id and with as many attempts as a new one.

    One that waits is sent now. Raises WebhookIsOff or LimitReached.
    """
    webhook = Webhook.objects.get(pk=message.webhook_id or 0)
    _check_on(webhook)
    limits.count(limits.WEBHOOK_TESTS, webhook.club_id, at)
    row = OutboxMessage.objects.select_for_update(of=("self",)).get(pk=message.pk)
    # another one of the same standings may wait that was not tried: this one counts as tried
    row.attempts = 1 if row.stage_id else 0
    row.state, row.claimed_at, row.ended_at, row.due_at = MessageState.WAITING, None, None, at
    row.save(update_fields=["attempts", "state", "claimed_at", "ended_at", "due_at"])
    _wake(webhook)
    return row


def _check_on(webhook: Webhook) -> None:
    if not webhook.is_on:
        raise WebhookIsOff(_("This webhook is off: switch it on first, then send."))


def _wake(webhook: Webhook) -> None:
    """Somebody looks at it now: it need not rest."""
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    give_turns(Way.WEBHOOK)


def _locked(webhook: Webhook) -> Webhook:
    rows = Webhook.objects.select_related("club", "event")
    return rows.select_for_update(of=("self",)).get(pk=webhook.pk)


# --- How the outbox sends messages to webhooks: which may go now, the exchange, what follows it ---
# A webhook that fails rests, whatever waits for it, and is switched off after days of it.

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
