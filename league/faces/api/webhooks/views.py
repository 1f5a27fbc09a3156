"""Webhooks of a club, for its owners: kept, tested, their secrets."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.records.views import WRITING, ClubViewSet
from league.faces.api.webhooks.serializers import (
    SecretSerializer,
    WebhookMessageSerializer,
    WebhookSerializer,
)
from league.office.webhooks import services as webhooks
from league.office.webhooks.models import Webhook
from league.office.webhooks.selectors import webhooks_of

TAG = "webhooks"


class WebhookViewSet(ClubViewSet):
    """Addresses of other programs that are told what happens in a club; for its owners."""

    queryset = Webhook.objects.all()
    serializer_class = WebhookSerializer
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]
    tag, operations = TAG, "webhooks"
    example = {"address": "https://club.example/hooks/cards", "topics": ["results", "rounds"]}
    read_permission = write_permission = "webhooks.change_webhooks"
    token_scopes = dict.fromkeys(("GET", *WRITING), Scope.DIRECT)
    never_kept = ("rotate_secret",)

    def get_queryset(self) -> "QuerySet[Webhook]":
        return super().get_queryset().select_related("club", "event").order_by("pk")

    @action(detail=True, serializer_class=SecretSerializer)
    def secret(self, request: Request, **_address: Any) -> Response:
        """The secret that messages are signed with, and the one before while it is good."""
        return self._secret(self.get_object())

    @secret.mapping.post
    def rotate_secret(self, request: Request, **_address: Any) -> Response:
        """Make a new secret. For a day messages carry a signature by the one before as well."""
        found = self.get_object()
        return self._secret(webhooks.rotate_secret(webhook=found, actor=self.actor, at=self.at))

    @extend_schema(responses={201: WebhookMessageSerializer})
    @action(detail=True, methods=["post"])
    def test(self, request: Request, **_address: Any) -> Response:
        """Send a message that tells of nothing; its attempts are among the webhook's messages."""
        message = webhooks.send_test(webhook=self.get_object(), at=self.at)
        return Response(WebhookMessageSerializer(message).data, status=201)

    def _secret(self, webhook: Webhook) -> Response:
        data: dict[str, Any] = dict(SecretSerializer(webhook).data)
        if len(webhook.secrets_at(self.at)) == 1:
            data |= {"previous_secret": "", "previous_until": None}
        return Response(data)


class OwnersView(ApiView):
    """What is for owners alone: nobody else learns whether a club has webhooks."""

    def webhook_of_owner(self, slug: str, pk: int) -> Webhook:
        club = club_at(slug)
        self.need("webhooks.change_webhooks", club)
        return get_or_404(webhooks_of(club), pk=pk)
