"""Accounts: made by accepting an invitation, and what their owners change."""

from datetime import datetime

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


def change_account(*, user: User, name: str, language: str) -> User:
    """Change what the account's owner may change by himself. Raises AccountInvalid."""
    name = tidy(name)
    if not name:
        raise AccountInvalid(_("Write your name, as the club knows it."), field="name")
    user.name, user.language = name, language
    user.save(update_fields=["name", "language"])
    return user
