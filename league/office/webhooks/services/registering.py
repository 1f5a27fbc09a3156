"""What owners do with webhooks besides keeping them: switch, a new secret, test, send again."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.club_limits import services as limits
from league.foundation.journal.actor import Actor
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import give_turns
from league.foundation.records import services as records
from league.foundation.records.rules import Act
from league.foundation.refusal import Refused
from league.office.webhooks.message_bodies import body_of, reference
from league.office.webhooks.models import Off, Webhook
from league.office.webhooks.services.switching import journal_webhook
from league.office.webhooks.signatures import new_secret
from league.office.webhooks.topics import TEST

# after a new secret, messages are signed with the one before as well for so long
OVERLAP = timedelta(hours=24)


class WebhookIsOff(Refused):
    code = "webhook_off"


@transaction.atomic
def save_webhook(webhook: Webhook, *, is_on: bool, by: Act) -> Webhook:
    """Save it and switch it, as one. Raises as `records.save`."""
    records.save(webhook, by=by)
    switch = switch_on if is_on else switch_off
    return switch(webhook=webhook, actor=by.actor, at=by.at)


@transaction.atomic
def rotate_secret(*, webhook: Webhook, actor: Actor, at: datetime) -> Webhook:
    """Give it a new secret; for a day messages carry a signature by each of the two."""
    webhook = _locked(webhook)
    webhook.previous_secret, webhook.previous_until = webhook.secret, at + OVERLAP
    webhook.secret = new_secret()
    webhook.save(update_fields=["secret", "previous_secret", "previous_until"])
    journal_webhook("webhook.secret_rotated", webhook, actor, at)
    return webhook


@transaction.atomic
def switch_off(*, webhook: Webhook, actor: Actor, at: datetime) -> Webhook:
    """Send it nothing any more, and make no messages for it; off already, it stays so."""
    webhook = _locked(webhook)
    if webhook.is_on:
        webhook.off = Off.BY_HAND
        webhook.save(update_fields=["off"])
        journal_webhook("webhook.switched_off", webhook, actor, at, why=Off.BY_HAND.value)
    return webhook


@transaction.atomic
def switch_on(*, webhook: Webhook, actor: Actor, at: datetime) -> Webhook:
    """Send it what waits, and what happens from now on; on already, nothing changes."""
    webhook = _locked(webhook)
    if not webhook.is_on:
        webhook.off, webhook.failures = "", 0
        webhook.failing_since = webhook.rests_until = None
        webhook.save(update_fields=["off", "failures", "failing_since", "rests_until"])
        webhook.messages.filter(state=MessageState.WAITING).update(due_at=at)
        journal_webhook("webhook.switched_on", webhook, actor, at)
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
