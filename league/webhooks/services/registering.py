"""What owners do with webhooks: add, change, switch, remove, a new secret, test, send again."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _

from league.club_limits import services as limits
from league.clubs.models import Club
from league.clubs.services.clubs import lock_club
from league.events.models import Event
from league.journal.actor import Actor
from league.outbox.models import MessageState, OutboxMessage, Way
from league.outbox.services import give_turns
from league.refusal import Refused
from league.webhooks.exchange import FIRST_FREE_PORT, SECURE_PORT, is_public_host, port_of
from league.webhooks.message_bodies import body_of, reference
from league.webhooks.models import LONGEST_ADDRESS, Off, Webhook
from league.webhooks.services.switching import note
from league.webhooks.signatures import new_secret
from league.webhooks.topics import BY_NAME, TEST, TOPICS

MOST_WEBHOOKS = 10
# after a new secret, messages are signed with the one before as well for so long
OVERLAP = timedelta(hours=24)


class WebhookInvalid(Refused):
    """The address, the topics or the event cannot be those of a webhook."""

    code = "webhook_invalid"


class TooManyWebhooks(Refused):
    code = "too_many_webhooks"


class WebhookIsOff(Refused):
    code = "webhook_off"


@transaction.atomic
def add_webhook(
    *,
    club: Club,
    address: str,
    topics: Collection[str],
    event: Event | None,
    actor: Actor,
    at: datetime,
) -> Webhook:
    """Add a webhook with a fresh secret; it is told what happens from now on.

    Raises WebhookInvalid or TooManyWebhooks.
    """
    lock_club(club.pk)
    if club.webhooks.count() >= MOST_WEBHOOKS:
        sentence = _("Your club has %(most)d webhooks, as many as it may; remove one first.")
        raise TooManyWebhooks(sentence % {"most": MOST_WEBHOOKS})
    webhook = Webhook.objects.create(
        club=club,
        event=_checked_event(club, event),
        address=checked_address(address),
        topics=checked_topics(topics),
        secret=new_secret(),
        added_at=at,
        added_by_id=actor.user_id,
    )
    note("webhook.added", webhook, actor, at, topics=webhook.topics)
    return webhook


@transaction.atomic
def change_webhook(
    *,
    webhook: Webhook,
    address: str,
    topics: Collection[str],
    event: Event | None,
    actor: Actor,
    at: datetime,
) -> Webhook:
    """Change where it is and what it is told from now on. Raises WebhookInvalid."""
    webhook = _locked(webhook)
    before = (webhook.address, webhook.topics, webhook.event_id)
    webhook.address = checked_address(address)
    webhook.topics = checked_topics(topics)
    webhook.event = _checked_event(webhook.club, event)
    if (webhook.address, webhook.topics, webhook.event_id) != before:
        webhook.save(update_fields=["address", "topics", "event"])
        note("webhook.changed", webhook, actor, at, topics=webhook.topics)
    return webhook


@transaction.atomic
def set_webhook(
    *,
    webhook: Webhook,
    address: str,
    topics: Collection[str],
    event: Event | None,
    is_on: bool | None,
    actor: Actor,
    at: datetime,
) -> Webhook:
    """Change it and switch it, as one; None leaves the switch alone. Raises WebhookInvalid."""
    changed = change_webhook(
        webhook=webhook, address=address, topics=topics, event=event, actor=actor, at=at
    )
    if is_on is None:
        return changed
    switch = switch_on if is_on else switch_off
    return switch(webhook=changed, actor=actor, at=at)


@transaction.atomic
def remove_webhook(*, webhook: Webhook, actor: Actor, at: datetime) -> None:
    """Remove it with its secret and its log; what it was not sent yet is sent to nobody."""
    webhook = _locked(webhook)
    note("webhook.removed", webhook, actor, at)
    webhook.delete()


@transaction.atomic
def rotate_secret(*, webhook: Webhook, actor: Actor, at: datetime) -> Webhook:
    """Give it a new secret; for a day messages carry a signature by each of the two."""
    webhook = _locked(webhook)
    webhook.previous_secret, webhook.previous_until = webhook.secret, at + OVERLAP
    webhook.secret = new_secret()
    webhook.save(update_fields=["secret", "previous_secret", "previous_until"])
    note("webhook.secret_rotated", webhook, actor, at)
    return webhook


@transaction.atomic
def switch_off(*, webhook: Webhook, actor: Actor, at: datetime) -> Webhook:
    """Send it nothing any more, and make no messages for it; off already, it stays so."""
    webhook = _locked(webhook)
    if webhook.is_on:
        webhook.off = Off.BY_HAND
        webhook.save(update_fields=["off"])
        note("webhook.switched_off", webhook, actor, at, why=Off.BY_HAND.value)
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
        note("webhook.switched_on", webhook, actor, at)
        give_turns(Way.WEBHOOK)
    return webhook


@transaction.atomic
def send_test(*, webhook: Webhook, at: datetime) -> OutboxMessage:
    """Have a message sent that tells of nothing. Raises WebhookIsOff or LimitReached."""
    _check_on(webhook)
    limits.count(limits.WEBHOOK_TESTS, webhook.club_id, at)
    told = reference(
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
        body=body_of(TEST, at, told),
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


def _checked_event(club: Club, event: Event | None) -> Event | None:
    if event is not None and event.club_id != club.pk:
        raise WebhookInvalid(_("Choose an event of your club."), field="event")
    return event


def checked_topics(topics: Collection[str]) -> list[str]:
    """Return the topics in their usual order. Raises WebhookInvalid."""
    unknown = sorted(set(topics) - BY_NAME.keys())
    if unknown:
        sentence = _("There is no topic “%(name)s”; choose from the list.")
        raise WebhookInvalid(sentence % {"name": unknown[0][:40]}, field="topics")
    if not topics:
        raise WebhookInvalid(_("Choose at least one topic."), field="topics")
    return [topic.name for topic in TOPICS if topic.name in topics]


def checked_address(text: str) -> str:
    """Return the address as it is asked, if it can be one of another program.

    Names are looked up when a message is sent, not here. Raises WebhookInvalid.
    """
    url = _split(text.strip())
    schemes = ("https", "http") if settings.WEBHOOK_PRIVATE_ADDRESSES else ("https",)
    if url.scheme not in schemes or not url.hostname:
        _refuse(_("Write the whole address, beginning with https://"))
    if url.username is not None or url.password is not None or url.fragment:
        _refuse(_("Leave names, passwords and “#” out of the address."))
    _check_host(url)
    address = iri_to_uri(url.geturl())
    if len(address) > LONGEST_ADDRESS:
        sentence = _("The address may have %(most)d characters; this one has %(count)d.")
        _refuse(sentence % {"most": LONGEST_ADDRESS, "count": len(address)})
    return address


def _split(text: str) -> SplitResult:
    """Return the parts of an address, its host as name servers know it. Raises WebhookInvalid."""
    try:
        url = urlsplit(text)
        port = url.port
        host = (url.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        _refuse(_("This is no address of a website: look for a slip."))
    is_spaced = any(sign.isspace() or not sign.isprintable() for sign in text)
    if is_spaced:
        _refuse(_("An address has no spaces: look for a slip."))
    if "@" in url.netloc:
        return url
    named = f"[{host}]" if ":" in host else host
    return url._replace(netloc=named if port is None else f"{named}:{port}")


def _check_host(url: SplitResult) -> None:
    private_too = settings.WEBHOOK_PRIVATE_ADDRESSES
    port = port_of(url)
    if not private_too and port != SECURE_PORT and port < FIRST_FREE_PORT:
        sentence = _("The port can be %(usual)d, or one from %(free)d on; it is %(port)d.")
        _refuse(sentence % {"usual": SECURE_PORT, "free": FIRST_FREE_PORT, "port": port})
    if not is_public_host(url.hostname or "", private_too=private_too):
        _refuse(_("This address belongs to a private network: use one of the public internet."))


def _refuse(sentence: str) -> NoReturn:
    raise WebhookInvalid(sentence, field="address")
