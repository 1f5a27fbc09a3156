"""Mails that can be requested without signing in: a sign-in link, a new password, an invitation.

Only the worker looks whether an account has the address: neither the answer to a request nor the
time it takes shows that to whoever asks.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

from league.clubs.models import Invitation, User
from league.clubs.services.invitations import check_open
from league.clubs.services.mails import mail_invitation, mail_password_reset, mail_sign_in_link
from league.clubs.services.rate_limits import (
    LINKS_TO_ADDRESS,
    MAILS_FROM_NETWORK,
    count,
    network_of,
)

INVITATION = "league.clubs.tasks.send_invitation"
SIGN_IN_LINK = "league.clubs.tasks.send_sign_in_link"
PASSWORD_RESET = "league.clubs.tasks.send_password_reset"  # noqa: S105  the name of a task


def request_sign_in_link(
    *, email: str, language: str, client: str, at: datetime, back_to: str = ""
) -> None:
    """Have a link to sign in with sent, if an account has the address. Raises TooOften.

    `client` is the IP address of the device that asks.
    """
    _count(SIGN_IN_LINK, email, client, at)
    _queue(SIGN_IN_LINK, send_sign_in_link, email=email, language=language, back_to=back_to)


def request_password_reset(*, email: str, language: str, client: str, at: datetime) -> None:
    """Have a link sent with which a new password can be chosen, if an account has the address.

    Raises TooOften.
    """
    _count(PASSWORD_RESET, email, client, at)
    _queue(PASSWORD_RESET, send_password_reset, email=email, language=language)


def request_invitation_mail(*, invitation: Invitation, client: str, at: datetime) -> None:
    """Have the mail of an invitation sent again, at the request of whoever opened its link.

    Raises InvitationOver or TooOften.
    """
    check_open(invitation, at)
    _count(INVITATION, invitation.email, client, at)
    try:
        current_app.send_task(INVITATION, kwargs={"invitation_id": invitation.pk, "again": True})
    except OperationalError:
        mail_invitation(invitation)


def _count(task: str, email: str, client: str, at: datetime) -> None:
    """Count the request, whether an account has the address or not. Raises TooOften."""
    count(MAILS_FROM_NETWORK, network_of(client), at)
    count(LINKS_TO_ADDRESS, f"{task}:{email.strip().lower()}", at)


def _queue(task: str, send: Callable[..., None], *, email: str, **arguments: Any) -> None:
    """Queue the task; with the broker away `send` the mail at once, which takes a moment."""
    email = email.strip().lower()
    try:
        current_app.send_task(task, kwargs={"email": email, **arguments})
    except OperationalError:
        send(email=email, **arguments)


def send_sign_in_link(*, email: str, language: str, back_to: str = "") -> None:
    if user := _account(email):
        mail_sign_in_link(user, language=language, back_to=back_to)


def send_password_reset(*, email: str, language: str) -> None:
    if user := _account(email):
        mail_password_reset(user, language=language)


def _account(email: str) -> User | None:
    return User.objects.filter(email=email, is_active=True).first()
