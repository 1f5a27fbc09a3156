"""The mails to players who are asked to be partners."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from league.clubs.services.mails import send
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import Sender, register, request_mail
from league.play.events.models import EntryState, PartnerRequest
from league.play.events.names import name_of

PARTNER_REQUEST = "partner_request"


def request_partner_mails(entry_id: int, *, at: datetime) -> None:
    """Request a mail to each player who was asked into an entry and has an account, once."""
    for request in _to_be_mailed().filter(entry=entry_id).select_related("entry__event"):
        request_mail(
            PARTNER_REQUEST,
            club_id=request.entry.event.club_id,
            subject_id=request.pk,
            key=f"partner request {request.pk}",
            at=at,
        )


def _to_be_mailed() -> "QuerySet[PartnerRequest]":
    return PartnerRequest.objects.filter(
        entry__state=EntryState.APPLIED,
        mailed_at=None,
        answered_at=None,
        player__user__is_active=True,
    )


def send_partner_request(mail: OutboxMessage) -> bool:
    rows = _to_be_mailed().select_related("entry__event__club", "player__user")
    request = rows.filter(pk=mail.subject).first()
    if request is not None:
        mail_partner_request(request, message_id=mail.message_id)
    return request is not None


def partner_request_sent(mail: OutboxMessage, at: datetime) -> None:
    PartnerRequest.objects.filter(pk=mail.subject).update(mailed_at=at)


def register_partner_mails() -> None:
    register(
        Sender(
            way=Way.MAIL,
            kind=PARTNER_REQUEST,
            send=send_partner_request,
            sent=partner_request_sent,
        )
    )


def mail_partner_request(request: PartnerRequest, *, message_id: str = "") -> None:
    """Write to the account of a player who is asked to be somebody's partner."""
    event, user = request.entry.event, request.player.user
    if user is None:
        return
    url = settings.SITE_URL + reverse("public:sign_up", args=[event.club.slug, event.slug])
    with translation.override(user.language):
        send(
            "partner_request",
            user.email,
            {"user": user, "event": event, "entry": name_of(request.entry), "url": url},
            message_id,
        )
