"""Anybody makes an account to start a club, where the site is open: the address is proved first.

The answer is the same whether an account has the address or not: the mail says so, and only the
worker that sends it looks.
"""

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import User
from league.clubs.services.accounts import AccountInvalid, AddressTaken
from league.clubs.services.mails import mail_sign_in_link, mail_sign_up
from league.clubs.services.rate_limits import (
    MAILS_FROM_NETWORK,
    SIGN_UPS_FROM_NETWORK,
    SIGN_UPS_OF_ADDRESS,
    count,
    network_of,
)
from league.foundation.names import clean_name
from league.foundation.outbox.services import request_mail
from league.foundation.refusal import Refused

# the kind of mail
SIGN_UP = "sign_up"
SALT = "an address signs up"
GOOD_FOR_S = 86_400


class NoOpenSignUp(Refused):
    """The site is not open: accounts are made by invitation."""

    code = "no_open_sign_up"


class SignUpLinkOver(Refused):
    """The link is too old, or was not made by this site."""

    code = "sign_up_link_over"


def request_sign_up(*, email: str, language: str, client: str, at: datetime) -> None:
    """Have a link sent with which an account is made. Raises NoOpenSignUp or TooOften.

    `client` is the IP address of the device that asks.
    """
    _check_open()
    email, network = email.strip().lower(), network_of(client)
    count(MAILS_FROM_NETWORK, network, at)
    count(SIGN_UPS_FROM_NETWORK, network, at)
    count(SIGN_UPS_OF_ADDRESS, email, at)
    data = {"email": email, "language": language}
    request_mail(SIGN_UP, data=data, at=at, even_without_broker=True)


def send_sign_up(*, email: str, language: str, message_id: str = "") -> bool:
    """Mail the link; whoever has an account gets one to sign in. False: the account is closed."""
    user = User.objects.filter(email=email).first()
    if user is None:
        token = signing.dumps(email, salt=SALT)
        mail_sign_up(email, token, language=language, message_id=message_id)
    elif user.is_active:
        mail_sign_in_link(
            user, language=language, back_to=reverse("desk:club_new"), message_id=message_id
        )
    return user is None or user.is_active


def address_signing_up(token: str) -> str:
    """Return the address that a mailed link proves. Raises NoOpenSignUp or SignUpLinkOver."""
    _check_open()
    try:
        return str(signing.loads(token, salt=SALT, max_age=GOOD_FOR_S))
    except signing.BadSignature:
        raise SignUpLinkOver(
            _("This link does not work any more: it is valid for a day. Ask for a new one.")
        ) from None


@transaction.atomic
def sign_up(*, token: str, name: str, password: str | None, language: str, at: datetime) -> User:
    """Make the account of a proved address.

    Without a password it is signed in to by mail only. Raises NoOpenSignUp, SignUpLinkOver,
    AccountInvalid or AddressTaken.
    """
    email, name = address_signing_up(token), clean_name(name)
    if not name:
        raise AccountInvalid(_("Enter your name, as players know you."), field="name")
    try:
        with transaction.atomic():
            return User.objects.create_user(
                email, password or None, name=name, language=language, address_confirmed_at=at
            )
    except IntegrityError:
        raise AddressTaken(
            _("There is an account with the address %(email)s already: sign in with it.")
            % {"email": email}
        ) from None


def _check_open() -> None:
    if not settings.OPEN_SIGN_UP:
        raise NoOpenSignUp(_("Accounts are made by invitation here: ask your club for one."))
