"""The deletion of one's own account: wanted, and cancelled while there is time."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.account.holders import HolderView
from league.faces.api.account.views import TAG
from league.faces.api.schema import ACCOUNT, reads, writes
from league.office.personal_data.services import close_account, keep_account


class CloseAccountInput(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="The address of the account, to confirm.")


class AccountDeletionSerializer(serializers.Serializer[Any]):
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="When the account is deleted; null: it is not."
    )


class AccountDeletion(HolderView):
    @reads("account_deletion_read", TAG, AccountDeletionSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """Say whether and when the account is to be deleted; not to a token of one club."""
        return Response(AccountDeletionSerializer(self.holder()).data)

    @writes(
        "account_delete",
        TAG,
        CloseAccountInput,
        AccountDeletionSerializer,
        example={"email": "ann@example.org"},
    )
    def post(self, request: Request) -> Response:
        """Have the account deleted some days later, and its holder forgotten in all clubs."""
        holder = self.holder()
        if self.read(CloseAccountInput)["email"].lower() != holder.email:
            raise ValidationError(
                {"email": _("This is not the address of your account.")}, code="wrong_email"
            )
        closed = close_account(user=holder, at=self.at)
        return Response(AccountDeletionSerializer(closed).data)

    @writes("account_keep", TAG, None, None, status=204)
    def delete(self, request: Request) -> Response:
        """Cancel the deletion."""
        keep_account(user=self.holder())
        return Response(status=204)
