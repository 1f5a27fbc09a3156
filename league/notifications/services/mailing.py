"""The mails of notifications: what is due to one account of one club, in one mail.

The outbox sends them (league/clubs/services/outbox.py), with the same Message-ID at each try. What
is no longer true when the mail is written is left out; nothing left is nothing sent.
"""

from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from league.clubs.models import Club, Mail, User
from league.clubs.services.mails import Written, hand_over
from league.clubs.services.outbox import MailKind
from league.notifications.choice_links import choices_url, own_choices_url
from league.notifications.models import Delivery, DeliveryState, StopReason
from league.notifications.needed import is_needed
from league.notifications.selectors import preference_of, takes_mail
from league.notifications.services.batching import NOTIFICATIONS
from league.notifications.services.ending import end
from league.notifications.services.stopping import stop_address
from league.notifications.wording import Said, said

# answers of a mail server to a recipient that will be the same tomorrow
FOR_GOOD = range(550, 555)


def mail_kind() -> MailKind:
    return MailKind(name=NOTIFICATIONS, send=send_batch, sent=batch_sent, given_up=batch_given_up)


def send_batch(mail: Mail, message_id: str) -> bool:
    """Write the mail and hand it to the mail server; False: nothing of it is needed any more."""
    at = mail.claimed_at or mail.asked_at
    rows = _needed(mail, at)
    if not rows:
        return False
    user, club = rows[0].notification.user, rows[0].notification.club
    written = written_for(user, club, [row.notification for row in rows], message_id)
    try:
        hand_over(written)
    except SMTPRecipientsRefused as refused:
        code, _answer = next(iter(refused.recipients.values()))
        if code not in FOR_GOOD:
            raise
        stop_address(user, reason=StopReason.REFUSED, code=str(code), at=at)
        return False
    return True


def _needed(mail: Mail, at: datetime) -> list[Delivery]:
    """Return what of the batch is still to be sent, and end what is not."""
    rows = list(
        Delivery.objects.filter(batch=mail.data.get("batch"), state=DeliveryState.WAITING)
        .select_related("notification__user", "notification__club", "notification__event")
        .order_by("pk")
    )
    if not rows:
        return []
    user, club = rows[0].notification.user, rows[0].notification.club
    if not takes_mail(user) or not preference_of(user, club).by_mail:
        end(rows, DeliveryState.STOPPED if not takes_mail(user) else DeliveryState.NOT_NEEDED, at)
        return []
    over = [row for row in rows if not is_needed(row.notification)]
    end(over, DeliveryState.NOT_NEEDED, at)
    return [row for row in rows if row not in over]


def written_for(user: User, club: Club, told: Sequence[object], message_id: str) -> Written:
    """Return the mail in the person's language and the club's time."""
    with translation.override(user.language), timezone.override(ZoneInfo(club.time_zone)):
        items = [said(one) for one in told]  # type: ignore[arg-type]
        context = {
            "items": items,
            "club": club,
            "user": user,
            "choices_url": own_choices_url(club),
            "stop_url": choices_url(user, club),
            "site": settings.SITE_URL,
            "language": user.language,
        }
        return Written(
            subject=_subject(items, club),
            body=render_to_string("emails/notifications.txt", context),
            html=render_to_string("emails/notifications.html", context),
            to=user.email,
            message_id=message_id,
            headers=_headers(user, club),
        )


def _subject(items: Sequence[Said], club: Club) -> str:
    """One thing is the subject itself; several are counted."""
    if len(items) == 1:
        return items[0].title
    sentence = ngettext("%(club)s: %(count)d notice", "%(club)s: %(count)d notices", len(items))
    return sentence % {"club": club.name, "count": len(items)}


def _headers(user: User, club: Club) -> dict[str, str]:
    """Return what lets mail programs show a button that unsubscribes with one click (RFC 8058)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return {
        "List-Unsubscribe": f"<{choices_url(user, club)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": f"<{club.slug}.notifications.{domain}>",
        "Auto-Submitted": "auto-generated",
    }


def batch_sent(mail: Mail, at: datetime) -> None:
    _end_batch(mail, DeliveryState.SENT, at)


def batch_given_up(mail: Mail, at: datetime) -> None:
    _end_batch(mail, DeliveryState.GIVEN_UP, at)


def _end_batch(mail: Mail, state: DeliveryState, at: datetime) -> None:
    rows = Delivery.objects.filter(batch=mail.data.get("batch"), state=DeliveryState.WAITING)
    end(list(rows), state, at)
