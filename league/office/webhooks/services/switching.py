"""A webhook that is switched off by the site itself: noted, and its owners are written to."""

from datetime import datetime

from django.urls import reverse
from django.utils import translation

from league.clubs.models import Role, User
from league.clubs.services.mails import send
from league.foundation.embedding import absolute
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Actor
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import Sender, request_mail
from league.office.webhooks.models import Off, Webhook

MAIL = "webhook_off"


def journal_webhook(
    kind: str, webhook: Webhook, actor: Actor, at: datetime, **data: object
) -> None:
    """Write what happened to a webhook into the journal, with the host of its address alone."""
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=webhook.club_id,
        event_id=webhook.event_id,
        subject=webhook,
        data={"host": str(webhook), **data},
    )


def switch_off_by_site(webhook: Webhook, why: Off, at: datetime) -> None:
    """Switch it off and notify every owner of the club; one that is off already stays so."""
    if not Webhook.objects.filter(pk=webhook.pk, off="").update(off=why):
        return
    journal_webhook("webhook.switched_off", webhook, SYSTEM, at, why=why.value)
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
