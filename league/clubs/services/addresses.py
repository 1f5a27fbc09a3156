"""An account's e-mail address is changed by its owner, who opens a link sent to the new one."""

from datetime import datetime

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.clubs.models import User
from league.clubs.services.accounts import AccountInvalid, AddressTaken
from league.clubs.services.mails import mail_address_changed, mail_new_address
from league.clubs.services.rate_limits import LINKS_TO_ADDRESS, NEW_ADDRESSES, count
from league.foundation.outbox.services import request_mail
from league.foundation.refusal import Refused

# kinds of mails
NEW_ADDRESS = "new_address"
ADDRESS_CHANGED = "address_changed"
SALT = "new address of an account"
GOOD_FOR_S = 3_600


class AddressLinkOver(Refused):
    """The link is too old, was used, or was not made by this site."""

    code = "address_link_over"


def ask_for_new_address(*, user: User, email: str, language: str, at: datetime) -> None:
    """Send a link to the new address; nothing changes before it is opened.

    Whether somebody has an account with the address is said in the mail to it alone. Raises
    AccountInvalid for the address that the account has already, or TooOften.
    """
    email = email.strip().lower()
    if email == user.email:
        raise AccountInvalid(
            _("%(email)s is the address of your account already.") % {"email": email},
            field="email",
        )
    count(NEW_ADDRESSES, user.pk, at)
    count(LINKS_TO_ADDRESS, f"{NEW_ADDRESS}:{email}", at)
    data = {"user_id": user.pk, "email": email, "language": language}
    request_mail(NEW_ADDRESS, data=data, at=at, even_without_broker=True)


def address_in(token: str) -> tuple[User, str]:
    """Return whose address a link changes, and the new one. Raises AddressLinkOver."""
    try:
        facts = signing.loads(token, salt=SALT, max_age=GOOD_FOR_S)
        user = User.objects.filter(pk=facts["user"], email=facts["from"], is_active=True).first()
    except signing.BadSignature:
        user = None
    if user is None:
        raise AddressLinkOver(
            _("This link does not work any more: it is valid once, for an hour. Ask for a new one.")
        )
    return user, str(facts["to"])


def take_new_address(token: str, at: datetime) -> User:
    """Give the account the address its link was sent to, and tell the old one.

    Raises AddressLinkOver, or AddressTaken when another account has the address.
    """
    user, email = address_in(token)
    before = user.email
    try:
        with transaction.atomic():
            changed = User.objects.filter(pk=user.pk, email=before).update(
                email=email, address_confirmed_at=at
            )
    except IntegrityError:
        raise AddressTaken(
            _("Another account has the address %(email)s: sign in with it, or choose another.")
            % {"email": email}
        ) from None
    user.email = email
    if changed:
        data = {"user_id": user.pk, "before": before, "after": email}
        request_mail(ADDRESS_CHANGED, data=data, at=at, even_without_broker=True)
    return user


def send_new_address(*, user_id: int, email: str, language: str, message_id: str = "") -> bool:
    """Mail the link that makes the address the account's; False: there is no such account."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is not None:
        facts = {"user": user.pk, "from": user.email, "to": email}
        token = signing.dumps(facts, salt=SALT)
        mail_new_address(user, email, token, language=language, message_id=message_id)
    return user is not None


def send_address_changed(*, user_id: int, before: str, after: str, message_id: str = "") -> bool:
    """Tell the address an account had that it has another one; False: there is no such account."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None:
        mail_address_changed(user, before, after, message_id=message_id)
    return user is not None
