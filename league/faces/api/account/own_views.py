"""One's own account: name, language, address, tokens, and what the site knows of its holder."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import ApiToken, Scope, User
from league.clubs.services.accounts import WrongPassword, change_account, check_own_password
from league.clubs.services.addresses import ask_for_new_address
from league.clubs.services.api_tokens import revoke_token
from league.faces.api.access import get_or_404
from league.faces.api.account.holders import HolderView
from league.faces.api.account.views import TAG
from league.faces.api.jobs.views import JobSerializer
from league.faces.api.schema import ACCOUNT, lists, reads, reads_file, writes
from league.foundation.jobs.models import Job
from league.foundation.jobs.selectors import file_of
from league.foundation.languages import LANGUAGES
from league.office.personal_data.services import last_copy, request_copy


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


class OwnAccount(HolderView):
    @reads("account_read", TAG, AccountSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """The account that asks; not to a token of one club."""
        return Response(AccountSerializer(self.holder()).data)

    @writes("account_change", TAG, AccountInput, AccountSerializer, example={"name": "Ann Archer"})
    def patch(self, request: Request) -> Response:
        """Change the name or the language of the account."""
        holder = self.holder()
        data = {"name": holder.name, "language": holder.language} | self.read(AccountInput)
        return Response(AccountSerializer(change_account(user=holder, **data)).data)


class OwnAddress(HolderView):
    throttle_scope = "sign_in"

    @writes(
        "account_change_address",
        TAG,
        AddressInput,
        None,
        status=204,
        example={"email": "ann@example.net", "password": "the password of the account"},
        once=False,
    )
    def post(self, request: Request) -> Response:
        """Have a link sent to another address; the account has it when the link is opened.

        An account without a password changes its address on its page.
        """
        holder, data = self.holder(), self.read(AddressInput)
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


class OwnTokens(HolderView):
    @lists("tokens_list", TAG, OwnTokenSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """The tokens of the account that have not ended, the latest first."""
        rows = self.holder().api_tokens.filter(expires_at__gt=self.at).select_related("club")
        return self.listed(
            rows.order_by("-made_at", "-pk"),
            OwnTokenSerializer,
        )


class OwnToken(HolderView):
    @writes("tokens_end", TAG, None, None, status=204)
    def delete(self, request: Request, token: int) -> Response:
        """End one of the account's tokens."""
        revoke_token(token=get_or_404(self.holder().api_tokens.all(), pk=token))
        return Response(status=204)


class ZipFileRenderer(BaseRenderer):
    """Lets a program ask for the file by the Accept header; the view answers with it."""

    media_type = "application/zip"
    format = "zip"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class OwnData(HolderView):
    @reads("own_data_read", TAG, JobSerializer, by=ACCOUNT, missing=True)
    def get(self, request: Request) -> Response:
        """How far the file is with what the site knows of you; 404: none was requested of late."""
        return Response(JobSerializer(self._job(self.holder())).data)

    @writes("own_data_request", TAG, None, JobSerializer, status=202)
    def post(self, request: Request) -> Response:
        """Request a file with what the site knows of you; it is kept for an hour."""
        job = request_copy(user=self.holder(), actor=self.actor, at=self.at)
        return Response(JobSerializer(job).data, status=202)

    @staticmethod
    def _job(holder: User) -> Job:
        job = last_copy(holder)
        if job is None:
            raise Http404
        return job


class OwnDataFile(HolderView):
    @reads_file("own_data_file", TAG, ZipFileRenderer, by=ACCOUNT, missing=True)
    def get(self, request: Request) -> HttpResponse:
        """The file with what the site knows of you, while it is kept."""
        holder = self.holder()
        job = last_copy(holder)
        found = None if job is None else file_of(job, holder.pk, at=self.at)
        if found is None:
            raise Http404
        answer = HttpResponse(bytes(found.content), content_type=ZipFileRenderer.media_type)
        answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
        answer["Cache-Control"] = "no-store"
        return answer
