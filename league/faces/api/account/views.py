"""Accounts as programs see them: tokens, one's own account, its address, data and closing."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import APIException, AuthenticationFailed, ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import ApiToken, Club, Scope, User
from league.clubs.services.accounts import (
    DAYS,
    DEFAULT_DAYS,
    DEFAULT_NAME,
    WrongPassword,
    ask_for_new_address,
    change_account,
    check_own_password,
    make_token,
    revoke_token,
    user_with,
)
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import token_of
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.resources import ResourceViewSet
from league.faces.api.schema import ACCOUNT, ANYBODY, act, reads_file, writes
from league.foundation.jobs.selectors import file_of
from league.foundation.languages import LANGUAGES
from league.office.personal_data.services import (
    close_account,
    keep_account,
    last_copy,
    request_copy,
)

# --- Tokens of programs: one is made with the password, and ended by whoever holds it ---

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
    # made by the password, and given back by whoever holds it
    token_scopes = {"POST": None, "DELETE": None}
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


# --- Views of one's own account: for its holder, with all the rights of the account ---


class OfHolder(ResourceViewSet):
    tag = TAG
    by_whom_reads = ACCOUNT

    @cached_property
    def holder(self) -> User:
        """Return who asks, with all the rights of the account; refuse everybody else."""
        user = self.request.user
        if not isinstance(user, User) or user.only_club is not None:
            self.refuse()
        return user


# --- One's own account: name, language, address, tokens, and what the site knows of its holder ---


class AccountSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ["id", "email", "name", "language", "joined_at", "closes_at"]
        read_only_fields = fields


class AccountInput(serializers.Serializer[Any]):
    """What is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)


class AddressInput(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254, help_text="The new address.")
    password = serializers.CharField(max_length=1_000, trim_whitespace=False)


class OwnTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token without its text, which is kept nowhere."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True, allow_null=True)

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "club", "made_at", "last_used_at", "expires_at"]
        read_only_fields = fields


class AccountViewSet(RetrieveModelMixin, OfHolder):
    """The account that asks; not to a token of one club."""

    operations = "account"
    serializer_class = AccountSerializer
    throttle_scope = ""

    def get_object(self) -> User:
        return self.holder

    @act(AccountInput, AccountSerializer, example={"name": "Ann Archer"})
    def partial_update(self, request: Request) -> Response:
        """Change the name or the language of the account."""
        holder = self.holder
        data = {"name": holder.name, "language": holder.language} | self.read(AccountInput)
        return self.answer(change_account(user=holder, **data))

    @act(
        AddressInput,
        None,
        status=204,
        example={"email": "ann@example.net", "password": "the password of the account"},
        once=False,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="address",
        url_name="address",
        throttle_scope="sign_in",
    )
    def change_address(self, request: Request) -> Response:
        """Have a link sent to another address; the account has it when the link is opened.

        An account without a password changes its address on its page.
        """
        holder, data = self.holder, self.read(AddressInput)
        if not holder.has_usable_password():
            raise WrongPassword(
                _(
                    "Your account has no password to confirm this with. Change the address on the "
                    "page of your account."
                ),
                field="password",
            )
        check_own_password(holder, data["password"], self.at)
        ask_for_new_address(user=holder, email=data["email"], language=holder.language, at=self.at)
        return Response(status=204)


class OwnTokenViewSet(ListModelMixin, OfHolder):
    """The tokens of the account that have not ended, the latest first."""

    operations, words = "tokens", {"destroy": "end"}
    serializer_class = OwnTokenSerializer
    lookup_url_kwarg = "token"
    token_scopes = {"GET": Scope.DIRECT, "DELETE": Scope.DIRECT}

    def get_queryset(self) -> "QuerySet[ApiToken]":
        rows = self.holder.api_tokens.order_by("-made_at", "-pk").select_related("club")
        return rows.filter(expires_at__gt=self.at) if self.action == "list" else rows

    def destroy(self, request: Request, **_address: Any) -> Response:
        """End one of the account's tokens."""
        revoke_token(token=self.get_object())
        return Response(status=204)


class ZipFileRenderer(BaseRenderer):
    """Lets a program ask for the file by the Accept header; the view answers with it."""

    media_type = "application/zip"
    format = "zip"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class OwnDataViewSet(OfHolder):
    operations, words, missing = "own_data", {"create": "request"}, True
    serializer_class = JobSerializer
    token_scopes = {"GET": Scope.DIRECT, "POST": Scope.DIRECT}

    def retrieve(self, request: Request) -> Response:
        """How far the file is with what the site knows of you; 404: none was requested of late."""
        job = last_copy(self.holder)
        if job is None:
            raise Http404
        return self.answer(job)

    @act(None, JobSerializer, status=202)
    def create(self, request: Request) -> Response:
        """Request a file with what the site knows of you; it is kept for an hour."""
        return self.answer(request_copy(user=self.holder, by=self.by), 202)

    @reads_file("own_data_file", TAG, ZipFileRenderer, by=ACCOUNT, missing=True)
    @action(detail=True)
    def file(self, request: Request) -> HttpResponse:
        """The file with what the site knows of you, while it is kept."""
        job = last_copy(self.holder)
        found = None if job is None else file_of(job, self.holder.pk, at=self.at)
        if found is None:
            raise Http404
        answer = HttpResponse(bytes(found.content), content_type=ZipFileRenderer.media_type)
        answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
        answer["Cache-Control"] = "no-store"
        return answer


# --- The deletion of one's own account: wanted, and cancelled while there is time ---


class CloseAccountInput(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="The address of the account, to confirm.")


class AccountDeletionSerializer(serializers.Serializer[Any]):
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="When the account is deleted; null: it is not."
    )


class AccountDeletionViewSet(RetrieveModelMixin, OfHolder):
    """Say whether and when the account is to be deleted; not to a token of one club."""

    operations = "account"
    words = {"retrieve": "deletion_read", "create": "delete", "destroy": "keep"}
    serializer_class = AccountDeletionSerializer

    def get_object(self) -> User:
        return self.holder

    @act(CloseAccountInput, AccountDeletionSerializer, example={"email": "ann@example.org"})
    def create(self, request: Request) -> Response:
        """Have the account deleted some days later, and its holder forgotten in all clubs."""
        holder = self.holder
        if self.read(CloseAccountInput)["email"].lower() != holder.email:
            raise ValidationError(
                {"email": _("This is not the address of your account.")}, code="wrong_email"
            )
        return self.answer(close_account(user=holder, at=self.at))

    def destroy(self, request: Request) -> Response:
        """Cancel the deletion."""
        keep_account(user=self.holder)
        return Response(status=204)
