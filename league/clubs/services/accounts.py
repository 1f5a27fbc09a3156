"""Accounts: made, signed up, their addresses and tokens."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.auth import authenticate
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.clubs.models import ApiToken, Club, Scope, User
from league.clubs.services.invitations import accept_invitation, check_open, mailed_invitation_from
from league.clubs.services.mails import (
    mail_address_changed,
    mail_new_address,
    mail_sign_in_link,
    mail_sign_up,
)
from league.clubs.services.rate_limits import (
    LINKS_TO_ADDRESS,
    MAILS_FROM_NETWORK,
    NEW_ADDRESSES,
    OWN_PASSWORD,
    PASSWORDS_OF_ACCOUNT,
    SIGN_UPS_FROM_NETWORK,
    SIGN_UPS_OF_ADDRESS,
    count,
    count_sign_in,
    network_of,
)
from league.foundation.journal.actor import Act, Actor
from league.foundation.names import clean_name
from league.foundation.outbox.services import request_mail
from league.foundation.refusal import Refused

# --- Accounts: made by accepting an invitation, signed in to, and changed by their owners ---


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
    accept_invitation(invitation=invitation, user=user, by=Act(actor, at))
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


# --- An account's e-mail address is changed by its owner, who opens a link sent to the new one ---

# kinds of mails
NEW_ADDRESS = "new_address"
ADDRESS_CHANGED = "address_changed"
ADDRESS_SALT = "new address of an account"
ADDRESS_GOOD_FOR_S = 3_600


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
        facts = signing.loads(token, salt=ADDRESS_SALT, max_age=ADDRESS_GOOD_FOR_S)
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
        token = signing.dumps(facts, salt=ADDRESS_SALT)
        mail_new_address(user, email, token, language=language, message_id=message_id)
    return user is not None


def send_address_changed(*, user_id: int, before: str, after: str, message_id: str = "") -> bool:
    """Tell the address an account had that it has another one; False: there is no such account."""
    user = User.objects.filter(pk=user_id).first()
    if user is not None:
        mail_address_changed(user, before, after, message_id=message_id)
    return user is not None


# --- Tokens of programs: made by the account's owner, shown once, and revoked ---

MOST = 20
DAYS = (30, 90, 365)
DEFAULT_NAME = "API"
DEFAULT_DAYS = 90
# the time of the last use is stored at most once in this time, not with every request
NOTED_EVERY = timedelta(minutes=5)


class TokenInvalid(Refused):
    code = "token_invalid"


@transaction.atomic
def make_token(
    *,
    user: User,
    name: str,
    scopes: Sequence[str],
    club: Club | None,
    days: int,
    at: datetime,
    replaces: bool = False,
    text: str = "",
) -> tuple[ApiToken, str]:
    """Make a token; return it and its text, which is kept nowhere.

    An account has at most MOST; with `replaces` the one of this name that was used or made longest
    ago makes room. `text` is that of a form (`text_of_form`). Raises TokenInvalid.
    """
    name = clean_name(name)[:60]
    if not name:
        raise TokenInvalid(
            _("Give the token a name, so that you recognise it later."), field="name"
        )
    wanted = [scope for scope in Scope.values if scope in set(scopes)]
    if not wanted:
        raise TokenInvalid(_("Choose what the token may do."), field="scopes")
    if days not in DAYS:
        raise TokenInvalid(_("Choose how long the token is valid."), field="days")
    if club is not None and not user.is_staff and not user.memberships.filter(club=club).exists():
        raise TokenInvalid(_("You are not a member of this club."), field="club")
    # tokens of one account are made one after the other
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    _make_room(user, name if replaces else "", at)
    text = text or secrets.token_urlsafe(32)
    made = ApiToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(text),
        scopes=wanted,
        club=club,
        made_at=at,
        expires_at=at + timedelta(days=days),
    )
    return made, text


def _make_room(user: User, replaced: str, at: datetime) -> None:
    tokens = user.api_tokens
    if tokens.count() < MOST:
        return
    tokens.filter(expires_at__lte=at).delete()
    if tokens.count() < MOST:
        return
    oldest = tokens.filter(name=replaced).order_by(
        F("last_used_at").asc(nulls_first=True), "made_at", "id"
    )
    if (goes := oldest.first()) is None:
        raise TokenInvalid(
            _("You have %(most)d tokens; revoke one that is no longer used.") % {"most": MOST}
        )
    goes.delete()


def text_of_form(user: User, key: UUID) -> str:
    """Return the text of the token that a form with this key makes: always the same for a key.

    So a form sent twice can show the token again, although its text is stored nowhere.
    """
    mac = salted_hmac("league.clubs.api_tokens", f"{user.pk}:{key}", algorithm="sha256")
    return urlsafe_b64encode(mac.digest()).decode().rstrip("=")


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def token_from(text: str, at: datetime) -> ApiToken | None:
    """Return the token with this text, if it is good, with its account; note its use."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=digest_of(text), expires_at__gt=at, user__is_active=True)
        .first()
    )
    if token is not None and (token.last_used_at is None or token.last_used_at <= at - NOTED_EVERY):
        # of several requests at the same time only one stores it
        long_ago = Q(last_used_at=None) | Q(last_used_at__lte=at - NOTED_EVERY)
        ApiToken.objects.filter(long_ago, pk=token.pk).update(last_used_at=at)
    return token


def revoke_token(*, token: ApiToken) -> None:
    """End a token: it is refused from now on. Revoking it again changes nothing."""
    token.delete()


# --- Sign up ---
# Anybody makes an account to start a club, where the site is open: the address is proved first.
#
# The answer is the same whether an account has the address or not: the mail says so, and only the
# worker that sends it looks.

# the kind of mail
SIGN_UP = "sign_up"
SIGN_UP_SALT = "an address signs up"
SIGN_UP_GOOD_FOR_S = 86_400


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
        token = signing.dumps(email, salt=SIGN_UP_SALT)
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
        return str(signing.loads(token, salt=SIGN_UP_SALT, max_age=SIGN_UP_GOOD_FOR_S))
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
