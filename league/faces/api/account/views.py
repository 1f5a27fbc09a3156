"""Tokens of programs: one is made with the password, and ended by whoever holds it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, AuthenticationFailed, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import ApiToken, Club, Scope, User
from league.clubs.services.accounts import user_with
from league.clubs.services.api_tokens import (
    DAYS,
    DEFAULT_DAYS,
    DEFAULT_NAME,
    make_token,
    revoke_token,
)
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import token_of
from league.faces.api.schema import ANYBODY, writes

TAG = "token"


class TokenInput(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=1_000, trim_whitespace=False)
    name = serializers.CharField(
        max_length=60,
        default=DEFAULT_NAME,
        help_text="So that you know it again on the account's page.",
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        default=[*Scope.values],
        allow_empty=False,
        max_length=len(Scope),
        help_text="What it is good for: everything, if nothing is said.",
    )
    club = serializers.SlugField(
        default=None, allow_null=True, help_text="The one club it is good in; null: all of yours."
    )
    days = serializers.ChoiceField(choices=DAYS, default=DEFAULT_DAYS)


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.SerializerMethodField(
        help_text="For `Authorization: Token <token>`; shown once."
    )
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    club = serializers.SlugField(source="club.slug", allow_null=True)
    expires_at = serializers.DateTimeField()

    def get_token(self, token: ApiToken) -> str:
        text: str = self.context["text"]
        return text


class LockedOut(APIException):
    status_code = 429
    default_code = "locked_out"
    wait = settings.AXES_COOLOFF_TIME * 3_600


class TokenView(ApiView):
    throttle_scope = "sign_in"

    @writes(
        "token_make",
        TAG,
        TokenInput,
        TokenSerializer,
        example={
            "email": "ann@example.org",
            "password": "the password of the account",
            "name": "the big screen",
            "scopes": ["read"],
            "club": "harbour-cards",
            "days": 90,
        },
        once=False,
        by=ANYBODY,
    )
    def post(self, request: Request) -> Response:
        """Make a token by the password. Its text is in this answer and nowhere else.

        An account has 20 at most; then the one of the same name that was not used longest goes.
        """
        data = self.read(TokenInput)
        user = signed_in(self, request._request, data["email"].lower(), data["password"])
        slug = data["club"]
        club = Club.objects.filter(slug=slug, members__user=user).first() if slug else None
        if slug and club is None:
            raise ValidationError({"club": _("You are not a member of this club.")}, code="unknown")
        token, text = make_token(
            user=user,
            name=data["name"],
            scopes=data["scopes"],
            club=club,
            days=data["days"],
            at=self.at,
            replaces=True,
        )
        return Response(TokenSerializer(token, context={"text": text}).data)

    @writes("token_revoke", TAG, None, None, status=204)
    def delete(self, request: Request) -> Response:
        """Revoke the token that this request came with; with a session, all of the account."""
        if not isinstance(request.user, User):
            self.refuse()
        if (token := token_of(request)) is not None:
            revoke_token(token=token)
        else:
            request.user.api_tokens.all().delete()
        return Response(status=204)


def signed_in(view: ApiView, request: HttpRequest, email: str, password: str) -> User:
    """Return the account, counting tries as the sign-in page does.

    Raises AuthenticationFailed, LockedOut or TooOften.
    """
    user = user_with(request, email, password, view.at)
    locked = bool(getattr(request, "axes_locked_out", False))
    # the middleware would answer with the page for browsers
    request.axes_locked_out = False  # type: ignore[attr-defined]
    if user is not None:
        user_logged_in.send(sender=User, request=request, user=user)
        return user
    if locked:
        raise LockedOut(_("Too many wrong passwords. Wait a quarter of an hour, then try again."))
    raise AuthenticationFailed(
        _("The e-mail address and the password do not match."), code="wrong_password"
    )
