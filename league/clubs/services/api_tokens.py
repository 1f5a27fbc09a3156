"""Tokens of programs: made by the account's owner, shown once, and revoked."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.clubs.models import ApiToken, Club, Scope, User
from league.foundation.names import clean_name
from league.foundation.refusal import Refused

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
