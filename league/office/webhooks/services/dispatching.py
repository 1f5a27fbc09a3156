"""From the journal to messages and changes, in the transaction of the journal's delivery."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q

from league.foundation.journal.models import Happening
from league.foundation.outbox.models import UNSENT, OutboxMessage, Way
from league.foundation.outbox.services import request_all
from league.office.webhooks.message_bodies import body_of, reference, standings_reference
from league.office.webhooks.models import RETENTION, Change, Off, Webhook
from league.office.webhooks.services.numbering import number_changes
from league.office.webhooks.services.switching import switch_off_by_site
from league.office.webhooks.topics import CHANGES_STANDINGS, STANDINGS_CHANGED, is_sent, topic_of

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
