"""The kinds of mails to members and accounts: what is read when one is sent, and noted after it."""

from collections.abc import Callable, Mapping
from datetime import datetime

from league.clubs.models import INVITATION, Invitation
from league.clubs.services.accounts import (
    ADDRESS_CHANGED,
    NEW_ADDRESS,
    SIGN_UP,
    send_address_changed,
    send_new_address,
    send_sign_up,
)
from league.clubs.services.invitations import InvitationOver, check_open
from league.clubs.services.mails import (
    PASSWORD_RESET,
    SIGN_IN_LINK,
    mail_invitation,
    send_password_reset,
    send_sign_in_link,
)
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import Sender, register


def send_invitation(mail: OutboxMessage) -> bool:
    """Mail an invitation unless it is over. With `again` one that was mailed goes out again."""
    rows = Invitation.objects.select_related("club", "invited_by")
    invitation = rows.filter(pk=mail.subject).first()
    if invitation is None or (invitation.mailed_at and not mail.data.get("again")):
        return False
    try:
        check_open(invitation, mail.claimed_at or mail.made_at)
    except InvitationOver:
        return False
    mail_invitation(invitation, message_id=mail.message_id)
    return True


def invitation_sent(mail: OutboxMessage, at: datetime) -> None:
    Invitation.objects.filter(pk=mail.subject).update(mailed_at=at)


# what is sent from the data of the mail alone
SENT_FROM_DATA: Mapping[str, Callable[..., bool]] = {
    SIGN_IN_LINK: send_sign_in_link,
    PASSWORD_RESET: send_password_reset,
    NEW_ADDRESS: send_new_address,
    ADDRESS_CHANGED: send_address_changed,
    SIGN_UP: send_sign_up,
}


def send_from_data(mail: OutboxMessage) -> bool:
    return SENT_FROM_DATA[mail.kind](**mail.data, message_id=mail.message_id)


def register_kinds() -> None:
    register(Sender(way=Way.MAIL, kind=INVITATION, send=send_invitation, sent=invitation_sent))
    for kind in SENT_FROM_DATA:
        register(Sender(way=Way.MAIL, kind=kind, send=send_from_data))
