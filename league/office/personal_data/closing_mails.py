"""The mails that tell owners and holders that a club or an account is to be deleted."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from league.clubs.models import Member, Role, User
from league.clubs.services.mails import send
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import Sender, register
from league.office.personal_data.services.closing import ACCOUNT_CLOSES, CLUB_CLOSES


def send_club_closes(mail: OutboxMessage) -> bool:
    """Write to an owner; False: the club stays after all, or this is no owner any more."""
    rows = Member.objects.select_related("club", "user").filter(role=Role.OWNER)
    owner = rows.filter(pk=mail.subject).first()
    if owner is None or owner.club.closes_at is None:
        return False
    club = owner.club
    url = settings.SITE_URL + reverse("desk:club_privacy", args=[club.slug])
    with translation.override(owner.user.language), timezone.override(club.time_zone):
        context: dict[str, object] = {
            "user": owner.user,
            "club": club,
            "closes_at": club.closes_at,
            "url": url,
        }
        send("club_closes", owner.user.email, context, mail.message_id)
    return True


def send_account_closes(mail: OutboxMessage) -> bool:
    """Write to the holder of an account; False: it stays after all."""
    user = User.objects.filter(pk=mail.subject, closes_at__isnull=False).first()
    if user is None:
        return False
    url = settings.SITE_URL + reverse("account:own_data")
    with translation.override(user.language):
        context: dict[str, object] = {"user": user, "closes_at": user.closes_at, "url": url}
        send("account_closes", user.email, context, mail.message_id)
    return True


def register_kinds() -> None:
    register(Sender(way=Way.MAIL, kind=CLUB_CLOSES, send=send_club_closes))
    register(Sender(way=Way.MAIL, kind=ACCOUNT_CLOSES, send=send_account_closes))
