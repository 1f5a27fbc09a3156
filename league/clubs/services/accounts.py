"""Accounts: made by accepting an invitation, signed in to, and changed by their owners."""

from datetime import datetime
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.clubs.models import User
from league.clubs.services.invitations import (
    accept_invitation,
    check_open,
    mailed_invitation_from,
)
from league.clubs.services.rate_limits import (
    OWN_PASSWORD,
    PASSWORDS_OF_ACCOUNT,
    count,
    count_sign_in,
)
from league.foundation.journal.actor import Actor
from league.foundation.names import clean_name
from league.foundation.refusal import Refused


class AccountInvalid(Refused):
    code = "account_invalid"


class AddressTaken(Refused):
    """Somebody has an account with this address."""

    code = "address_taken"


class WrongPassword(Refused):
    code = "wrong_password"


@transaction.atomic
def make_account_of(
    *,
    mailed_token: str,
    name: str,
    password: str | None,
    language: str,
    at: datetime,
) -> User:
    """Make the account of an invited person and accept the invitation.

    Only the token of the mailed link will do: it shows that the person reads the mail of the
    address, which the link that the inviter sees does not. Without a password the account is
    signed in to by mail only. Raises AccountInvalid, AddressTaken or InvitationOver.
    """
    invitation = mailed_invitation_from(mailed_token)
    name = clean_name(name)
    if not name:
        raise AccountInvalid(_("Enter your name, as the club knows it."), field="name")
    check_open(invitation, at)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                invitation.email, password or None, name=name, language=language
            )
    except IntegrityError:
        raise AddressTaken(
            _("There is an account with the address %(email)s already: sign in to accept.")
            % {"email": invitation.email}
        ) from None
    actor = Actor(user_id=user.pk, name=str(user), via="desk")
    accept_invitation(invitation=invitation, user=user, actor=actor, at=at)
    return user


@transaction.atomic
def account_for(*, email: str, name: str, language: str) -> tuple[User, bool]:
    """Return the account of an address, and whether it was made now; for the command line.

    It has no password: its owner signs in by a link, and can choose one then. Without a name the
    first part of the address is taken. Raises AccountInvalid.
    """
    email = email.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        raise AccountInvalid(
            _("“%(email)s” is not an e-mail address.") % {"email": email}, field="email"
        ) from None
    user = User.objects.filter(email=email).first()
    if user is not None and not user.is_active:
        raise AccountInvalid(
            _("The account of %(email)s is closed.") % {"email": email}, field="email"
        )
    if user is not None:
        return user, False
    name = clean_name(name) or email.partition("@")[0]
    return User.objects.create_user(email, name=name, language=language), True


def confirm_address(user: User, at: datetime) -> None:
    """Note that somebody used a link which was mailed to the account's address."""
    if user.address_confirmed_at is None:
        user.address_confirmed_at = at
        user.save(update_fields=["address_confirmed_at"])


def check_own_password(user: User, password: str, at: datetime) -> None:
    """Check the password of the person who is signed in. Raises WrongPassword or TooOften."""
    count(OWN_PASSWORD, user.pk, at)
    if not user.check_password(password):
        raise WrongPassword(
            _("This is not the password of your account; type it again."), field="password"
        )


def change_account(*, user: User, name: str, language: str) -> User:
    """Change what owners of accounts may change themselves. Raises AccountInvalid."""
    name = clean_name(name)
    if not name:
        raise AccountInvalid(_("Enter your name, as the club knows it."), field="name")
    user.name, user.language = name, language
    user.save(update_fields=["name", "language"])
    return user


# Signing in by a password, at a bounded cost: pages and programs go through here.


def user_with(request: HttpRequest, email: str, password: str, at: datetime) -> User | None:
    """Return the account with this address and password, or None.

    Tries are counted for the device's network and for the account before a password is hashed.
    django-axes counts wrong passwords of a network for an account, and then refuses the request.
    Those it refuses are not counted for the account, so that nobody can lock another person out
    from one network. Raises TooOften.
    """
    count_sign_in(str(request.META.get("REMOTE_ADDR", "")), at)
    email = email.strip().lower()
    credentials: dict[str, Any] = {"username": email}
    if AxesProxyHandler.is_allowed(request, credentials):
        count(PASSWORDS_OF_ACCOUNT, email, at)
    user = authenticate(request, username=email, password=password)
    return user if isinstance(user, User) else None
