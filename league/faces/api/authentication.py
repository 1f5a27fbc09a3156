"""Who is asking: an account by its token or its session, or a phone by its table's link.

What a token is good for is said in `scopes.py` and asked for by `ApiView`.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from league.clubs.models import ApiToken, User
from league.clubs.services.accounts import token_from
from league.play.rounds.links import CLOSED, NOT_OPEN, LinkRefused, table_from
from league.play.rounds.models import Table

KEYWORD = "Table"
BEARER = "Bearer"
TOKEN_KEYWORDS = ("bearer", "token")


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`, or `Token`: an account, limited to what its token is for."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        keyword, _space, text = request.headers.get("Authorization", "").partition(" ")
        if keyword.lower() not in TOKEN_KEYWORDS:
            return None
        token = token_from(text.strip(), timezone.now()) if text.strip() else None
        if token is None:
            raise AuthenticationFailed(
                _("This token does not exist, was revoked or has expired: make a new one."),
                code="authentication_failed",
            )
        token.user.only_club = token.club_id
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme that the documentation names (RFC 6750)."""
        return BEARER


@dataclass(frozen=True, slots=True)
class TableLink:
    """What a request holds that came with a table's link: it may act at this table only."""

    table: Table


class TableLinkAuthentication(BaseAuthentication):
    """`Authorization: Table <token>`: no account, but the sides of one table of one round."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableLink] | None:
        keyword, _space, token = request.headers.get("Authorization", "").partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        if not token.strip():
            raise AuthenticationFailed(
                _("Write the table's link after the word Table."), code="link_forged"
            )
        try:
            return AnonymousUser(), TableLink(table_from(token.strip()))
        except LinkRefused as refused:
            code = f"link_{refused.reason}"
            if refused.reason in (NOT_OPEN, CLOSED):
                raise PermissionDenied(str(refused), code=code) from refused
            raise AuthenticationFailed(str(refused), code=code) from refused

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def table_link(request: Request) -> TableLink | None:
    """Return the link the request came with, if any."""
    return request.auth if isinstance(request.auth, TableLink) else None


def token_of(request: Request) -> ApiToken | None:
    """Return the token the request came with, if any."""
    return request.auth if isinstance(request.auth, ApiToken) else None
