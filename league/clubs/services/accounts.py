"""Accounts: made by accepting an invitation, and what their owners change."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.clubs.models import Invitation, User
from league.clubs.services.invitations import accept_invitation, check_open
from league.clubs.services.players import tidy
from league.journal.actor import Actor
from league.refusal import Refused


class AccountInvalid(Refused):
    code = "account_invalid"


class AddressTaken(Refused):
    """Somebody has an account with this address."""

    code = "address_taken"


@transaction.atomic
def make_account_of(
    *,
    invitation: Invitation,
    name: str,
    password: str | None,
    language: str,
    at: datetime,
) -> User:
    """Make the account of who is invited and accept the invitation.

    The link came by mail, so the address is known to be the person's. Without a password the
    account is signed in to by mail only. Raises AccountInvalid, AddressTaken or InvitationOver.
    """
    name = tidy(name)
    if not name:
        raise AccountInvalid(_("Write your name, as the club knows it."), field="name")
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
    """Return the account of an address, and whether it was made now; for whoever runs the site.

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
    found = User.objects.filter(email=email).first()
    if found is not None and not found.is_active:
        raise AccountInvalid(
            _("The account of %(email)s is closed.") % {"email": email}, field="email"
        )
    if found is not None:
        return found, False
    name = tidy(name) or email.partition("@")[0]
    return User.objects.create_user(email, name=name, language=language), True


def change_account(*, user: User, name: str, language: str) -> User:
    """Change what the account's owner may change by himself. Raises AccountInvalid."""
    name = tidy(name)
    if not name:
        raise AccountInvalid(_("Write your name, as the club knows it."), field="name")
    user.name, user.language = name, language
    user.save(update_fields=["name", "language"])
    return user
