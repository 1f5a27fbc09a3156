"""The kinds of mails to members and accounts: what is read when one is sent, and noted after it."""

from datetime import datetime

from league.clubs.models import INVITATION, Invitation, Mail
from league.clubs.services.addresses import (
    ADDRESS_CHANGED,
    NEW_ADDRESS,
    send_address_changed,
    send_new_address,
)
from league.clubs.services.invitations import InvitationOver, check_open
from league.clubs.services.mails import mail_invitation
from league.clubs.services.outbox import MailKind, register
from league.clubs.services.sign_in_mails import (
    PASSWORD_RESET,
    SIGN_IN_LINK,
    send_password_reset,
    send_sign_in_link,
)


def send_invitation(mail: Mail, message_id: str) -> bool:
    """Mail an invitation unless it is over. With `again` one that was mailed goes out again."""
    rows = Invitation.objects.select_related("club", "invited_by")
    invitation = rows.filter(pk=mail.subject).first()
    if invitation is None or (invitation.mailed_at and not mail.data.get("again")):
        return False
    try:
        check_open(invitation, mail.claimed_at or mail.asked_at)
    except InvitationOver:
        return False
    mail_invitation(invitation, message_id=message_id)
    return True


def invitation_sent(mail: Mail, at: datetime) -> None:
    Invitation.objects.filter(pk=mail.subject).update(mailed_at=at)


def register_kinds() -> None:
    register(MailKind(name=INVITATION, send=send_invitation, sent=invitation_sent))
    register(
        MailKind(
            name=SIGN_IN_LINK,
            send=lambda mail, message_id: send_sign_in_link(**mail.data, message_id=message_id),
        )
    )
    register(
        MailKind(
            name=PASSWORD_RESET,
            send=lambda mail, message_id: send_password_reset(**mail.data, message_id=message_id),
        )
    )
    register(
        MailKind(
            name=NEW_ADDRESS,
            send=lambda mail, message_id: send_new_address(**mail.data, message_id=message_id),
        )
    )
    register(
        MailKind(
            name=ADDRESS_CHANGED,
            send=lambda mail, message_id: send_address_changed(**mail.data, message_id=message_id),
        )
    )
