"""One's own token: made with the password, good until it is revoked."""

from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import writes
from league.api.views.plain import ApiView
from league.clubs.models import User

TAG = "token"


class PasswordInput(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=1_000, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="For `Authorization: Token <token>`.")


class LockedOut(APIException):
    status_code = 429
    default_code = "locked_out"


class TokenView(ApiView):
    throttle_scope = "sign_in"

    @writes(
        "token_make",
        TAG,
        PasswordInput,
        TokenSerializer,
        example={"email": "ann@example.org", "password": "the password of the account"},
        once=False,
    )
    def post(self, request: Request) -> Response:
        """Get one's token by the password. An account has one token, the same each time."""
        told = self.read(PasswordInput)
        user = signed_in(request._request, told["email"].lower(), told["password"])
        token, _created = Token.objects.get_or_create(user=user)
        return Response({"token": token.key})

    @writes("token_revoke", TAG, None, None, status=204)
    def delete(self, request: Request) -> Response:
        """Revoke one's token: whoever holds it can do nothing with it any more."""
        if not request.user.is_authenticated:
            self.refuse()
        Token.objects.filter(user=request.user).delete()
        return Response(status=204)


def signed_in(request: HttpRequest, email: str, password: str) -> User:
    """Return the account, counting wrong passwords as the sign-in page does.

    Raises AuthenticationFailed or LockedOut.
    """
    allowed = AxesProxyHandler.is_allowed(request, {"username": email})
    user = authenticate(request, username=email, password=password) if allowed else None
    locked = not allowed or bool(getattr(request, "axes_locked_out", False))
    # the middleware would answer with the page for browsers
    request.axes_locked_out = False  # type: ignore[attr-defined]
    if isinstance(user, User):
        user_logged_in.send(sender=User, request=request, user=user)
        return user
    if locked:
        raise LockedOut(_("Too many wrong passwords. Wait a quarter of an hour, then try again."))
    raise AuthenticationFailed(
        _("The e-mail address and the password do not belong together."), code="wrong_password"
    )
