"""The mails of notifications: what is due to one account of one club, in one mail.

The outbox sends them (league/outbox), with the same Message-ID at each try. What
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

from league.clubs.models import Club, User
from league.clubs.services.mails import Written, hand_over
from league.notifications.choice_links import choices_url, own_choices_url
from league.notifications.models import Notification, StopReason
from league.notifications.needed import is_needed
from league.notifications.selectors import preference_of, takes_mail
from league.notifications.services.stopping import stop_address
from league.notifications.services.telling import NOTIFICATIONS
from league.notifications.wording import Said, said
from league.outbox.models import MessageState, OutboxMessage, Way
from league.outbox.services import Sender, end

# answers of a mail server to a recipient that will be the same tomorrow
FOR_GOOD = range(550, 555)


def mail_sender() -> Sender:
    return Sender(way=Way.MAIL, kind=NOTIFICATIONS, send=send_together)


def send_together(mail: OutboxMessage) -> bool:
    """Write the mail and hand it to the mail server; False: nothing of it is needed any more."""
    at = mail.claimed_at or mail.made_at
    rows = _needed(mail, at)
    if not rows:
        return False
    user, club = rows[0].user, rows[0].club
    try:
        hand_over(written_for(user, club, rows, mail.message_id))
    except SMTPRecipientsRefused as refused:
        code, _answer = next(iter(refused.recipients.values()))
        if code not in FOR_GOOD:
            raise
        stop_address(user, reason=StopReason.REFUSED, code=str(code), at=at)
        return False
    return True


def _needed(mail: OutboxMessage, at: datetime) -> list[Notification]:
    """Return what of the mail is still to be told, and end what is not."""
    parts = OutboxMessage.objects.filter(reference=mail.reference, state=MessageState.CLAIMED)
    told = list(
        Notification.objects.filter(deliveries__in=parts)
        .select_related("user", "club", "event")
        .order_by("pk")
    )
    if not told:
        return []
    user, club = told[0].user, told[0].club
    if not takes_mail(user):
        end(parts, MessageState.STOPPED, at)
        return []
    if not preference_of(user, club).by_mail:
        return []
    needed = [one for one in told if is_needed(one)]
    if needed:
        end(parts.exclude(notification__in=needed), MessageState.NOT_NEEDED, at)
    return needed


def written_for(user: User, club: Club, told: Sequence[Notification], message_id: str) -> Written:
    """Return the mail in the person's language and the club's time."""
    with translation.override(user.language), timezone.override(ZoneInfo(club.time_zone)):
        items = [said(one) for one in told]
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
