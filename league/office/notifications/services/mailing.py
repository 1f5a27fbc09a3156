"""The mails of notifications: what is due to one account of one club, in one mail.

The outbox sends them (league/foundation/outbox), with the same Message-ID at each try. What
is no longer true when the mail is written is left out; nothing left is nothing sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from league.clubs.models import Club
from league.clubs.services.mails import Written, hand_over
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.services import Sender, end
from league.office.notifications.choice_links import choices_url, own_choices_url, player_mails_url
from league.office.notifications.models import Notification, StopReason
from league.office.notifications.selectors import player_takes_mail, preference_of, takes_mail
from league.office.notifications.services.dispatching import NOTIFICATIONS
from league.office.notifications.services.stopping import stop_address, stop_mails_to_player
from league.office.notifications.still_relevant import is_still_relevant
from league.office.notifications.wording import Said, said

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
    reader = reader_of(rows[0])
    try:
        hand_over(written_for(reader, rows, mail.message_id))
    except SMTPRecipientsRefused as refused:
        code, _answer = next(iter(refused.recipients.values()))
        if code not in FOR_GOOD:
            raise
        if rows[0].player is not None:
            stop_mails_to_player(rows[0].player, at)
        else:
            stop_address(rows[0].account, reason=StopReason.REFUSED, code=str(code), at=at)
        return False
    return True


def _needed(mail: OutboxMessage, at: datetime) -> list[Notification]:
    """Return what of the mail is still relevant, and end what is not."""
    parts = OutboxMessage.objects.filter(reference=mail.reference, state=MessageState.CLAIMED)
    notifications = list(
        Notification.objects.filter(deliveries__in=parts)
        .select_related("user", "player", "club", "event")
        .order_by("pk")
    )
    if not notifications:
        return []
    user, player, club = notifications[0].user, notifications[0].player, notifications[0].club
    if (user and not takes_mail(user)) or (player and not player_takes_mail(player)):
        end(parts, MessageState.STOPPED, at)
        return []
    if user and not preference_of(user, club).by_mail:
        return []
    needed = [notification for notification in notifications if is_still_relevant(notification)]
    if needed:
        end(parts.exclude(notification__in=needed), MessageState.NOT_NEEDED, at)
    return needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """To whom a mail goes: `choices_url` is empty for players, who have nothing to choose."""

    club: Club
    email: str
    language: str
    choices_url: str
    stop_url: str


def reader_of(notification: Notification) -> Reader:
    """Return who reads it: an account in its language, a player in that of the club."""
    club, player = notification.club, notification.player
    if player is not None:
        return Reader(
            club=club,
            email=player.email,
            language=club.language,
            choices_url="",
            stop_url=player_mails_url(player),
        )
    user = notification.account
    return Reader(
        club=club,
        email=user.email,
        language=user.language,
        choices_url=own_choices_url(club),
        stop_url=choices_url(user, club),
    )


def written_for(reader: Reader, notifications: Sequence[Notification], message_id: str) -> Written:
    """Return the mail in the reader's language and the club's time."""
    club = reader.club
    with translation.override(reader.language), timezone.override(ZoneInfo(club.time_zone)):
        items = [said(notification) for notification in notifications]
        context = {"items": items, "club": club, "reader": reader, "site": settings.SITE_URL}
        return Written(
            subject=_subject(items, club),
            body=render_to_string("emails/notifications.txt", context),
            html=render_to_string("emails/notifications.html", context),
            to=reader.email,
            message_id=message_id,
            headers=_headers(reader),
        )


def _subject(items: Sequence[Said], club: Club) -> str:
    """One thing is the subject itself; several are counted."""
    if len(items) == 1:
        return items[0].title
    sentence = ngettext("%(club)s: %(count)d notice", "%(club)s: %(count)d notices", len(items))
    return sentence % {"club": club.name, "count": len(items)}


def _headers(reader: Reader) -> dict[str, str]:
    """Return what lets mail programs show a button that unsubscribes with one click (RFC 8058)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return {
        "List-Unsubscribe": f"<{reader.stop_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "List-Id": f"<{reader.club.slug}.notifications.{domain}>",
        "Auto-Submitted": "auto-generated",
    }
