"""Mails that can be requested without signing in: a sign-in link, a new password, an invitation.

Only the worker looks whether an account has the address: neither the answer to a request nor the
time it takes shows that to whoever asks.
"""

from datetime import datetime

from league.clubs.models import INVITATION, Invitation, User
from league.clubs.services.invitations import check_open
from league.clubs.services.mails import mail_password_reset, mail_sign_in_link
from league.clubs.services.rate_limits import (
    LINKS_TO_ADDRESS,
    MAILS_FROM_NETWORK,
    count,
    network_of,
)
from league.foundation.outbox.services import request_mail

# kinds of mails
SIGN_IN_LINK = "sign_in_link"
PASSWORD_RESET = "password_reset"  # noqa: S105  the name of a kind


def request_sign_in_link(
    *, email: str, language: str, client: str, at: datetime, back_to: str = ""
) -> None:
    """Have a link to sign in with sent, if an account has the address. Raises TooOften.

    `client` is the IP address of the device that asks.
    """
    _count(SIGN_IN_LINK, email, client, at)
    data = {"email": email.strip().lower(), "language": language, "back_to": back_to}
    request_mail(SIGN_IN_LINK, data=data, at=at, even_without_broker=True)


def request_password_reset(*, email: str, language: str, client: str, at: datetime) -> None:
    """Have a link sent with which a new password can be chosen, if an account has the address.

    Raises TooOften.
    """
    _count(PASSWORD_RESET, email, client, at)
    data = {"email": email.strip().lower(), "language": language}
    request_mail(PASSWORD_RESET, data=data, at=at, even_without_broker=True)


def request_invitation_mail(*, invitation: Invitation, client: str, at: datetime) -> None:
    """Have the mail of an invitation sent again, at the request of whoever opened its link.

    Raises InvitationOver or TooOften.
    """
    check_open(invitation, at)
    _count(INVITATION, invitation.email, client, at)
    request_mail(
        INVITATION,
        club_id=invitation.club_id,
        subject_id=invitation.pk,
        data={"again": True},
        at=at,
        even_without_broker=True,
    )


def _count(task: str, email: str, client: str, at: datetime) -> None:
    """Count the request, whether an account has the address or not. Raises TooOften."""
    count(MAILS_FROM_NETWORK, network_of(client), at)
    count(LINKS_TO_ADDRESS, f"{task}:{email.strip().lower()}", at)


def send_sign_in_link(
    *, email: str, language: str, back_to: str = "", message_id: str = ""
) -> bool:
    """Mail a link to sign in with; False: no account has the address."""
    user = _account(email)
    if user is not None:
        mail_sign_in_link(user, language=language, back_to=back_to, message_id=message_id)
    return user is not None


def send_password_reset(*, email: str, language: str, message_id: str = "") -> bool:
    """Mail a link for a new password; False: no account has the address."""
    user = _account(email)
    if user is not None:
        mail_password_reset(user, language=language, message_id=message_id)
    return user is not None


def _account(email: str) -> User | None:
    return User.objects.filter(email=email, is_active=True).first()
