"""Webhooks of a club, for its owners: added, changed, tested, their secrets."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import club_at, one_of
from league.api.api_view import ApiView
from league.api.schema import ACCOUNT, lists, reads, writes
from league.api.webhooks.serializers import (
    SecretSerializer,
    WebhookChangeInput,
    WebhookInput,
    WebhookMessageSerializer,
    WebhookSerializer,
)
from league.clubs.models import Club
from league.events.models import Event
from league.webhooks import services as webhooks
from league.webhooks.models import Webhook
from league.webhooks.selectors import webhooks_of

TAG = "webhooks"
EXAMPLE = {"address": "https://club.example/hooks/cards", "topics": ["results", "rounds"]}


class OwnersView(ApiView):
    """What is for owners alone: nobody else learns whether a club has webhooks."""

    def club_of_owner(self, slug: str) -> Club:
        club = club_at(slug)
        self.need("webhooks.change_webhooks", club)
        return club

    def webhook_of_owner(self, slug: str, pk: int) -> Webhook:
        return one_of(webhooks_of(self.club_of_owner(slug)), pk=pk)


class WebhookList(OwnersView):
    @lists("webhooks_list", TAG, WebhookSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The webhooks of a club; for its owners."""
        rows = webhooks_of(self.club_of_owner(club))
        return self.listed(rows, lambda page: WebhookSerializer(page, many=True).data)

    @writes("webhooks_add", TAG, WebhookInput, WebhookSerializer, status=201, example=EXAMPLE)
    def post(self, request: Request, club: str) -> Response:
        """Have a club's happenings told to an address; its secret is read at `secret`."""
        found = self.club_of_owner(club)
        asked = self.read(WebhookInput)
        asked["event"] = _event_of(found, asked["event"])
        webhook = webhooks.add_webhook(club=found, **asked, actor=self.actor, at=self.at)
        return Response(WebhookSerializer(webhook).data, status=201)


class WebhookView(OwnersView):
    @reads("webhooks_read", TAG, WebhookSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """A webhook: where it is, what it is told, whether it is on."""
        return Response(WebhookSerializer(self.webhook_of_owner(club, webhook)).data)

    @writes("webhooks_change", TAG, WebhookChangeInput, WebhookSerializer, example={"is_on": False})
    def patch(self, request: Request, club: str, webhook: int) -> Response:
        """Change a webhook, or switch it on or off."""
        found = self.webhook_of_owner(club, webhook)
        asked = self.read(WebhookChangeInput)
        is_on = asked.pop("is_on", None)
        if "event" in asked:
            asked["event"] = _event_of(found.club, asked["event"])
        before = {name: getattr(found, name) for name in ("address", "topics", "event")}
        changed = webhooks.set_webhook(
            webhook=found, **(before | asked), is_on=is_on, actor=self.actor, at=self.at
        )
        return Response(WebhookSerializer(changed).data)

    @writes("webhooks_remove", TAG, None, None, status=204)
    def delete(self, request: Request, club: str, webhook: int) -> Response:
        """Remove a webhook with its secret and its log."""
        found = self.webhook_of_owner(club, webhook)
        webhooks.remove_webhook(webhook=found, actor=self.actor, at=self.at)
        return Response(status=204)


class WebhookSecret(OwnersView):
    @reads("webhooks_secret", TAG, SecretSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """The secret that messages are signed with, and the one before while it is good."""
        return self._shown(self.webhook_of_owner(club, webhook))

    @writes("webhooks_rotate_secret", TAG, None, SecretSerializer, once=False)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Make a new secret. For a day messages carry a signature by the one before as well."""
        found = self.webhook_of_owner(club, webhook)
        return self._shown(webhooks.rotate_secret(webhook=found, actor=self.actor, at=self.at))

    def _shown(self, webhook: Webhook) -> Response:
        data: dict[str, Any] = dict(SecretSerializer(webhook).data)
        if len(webhook.secrets_at(self.at)) == 1:
            data |= {"previous_secret": "", "previous_until": None}
        return Response(data)


class TestWebhook(OwnersView):
    @writes("webhooks_test", TAG, None, WebhookMessageSerializer, status=201)
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """Send a message that tells of nothing; its attempts are among the webhook's messages."""
        message = webhooks.send_test(webhook=self.webhook_of_owner(club, webhook), at=self.at)
        return Response(WebhookMessageSerializer(message).data, status=201)


def _event_of(club: Club, pk: int | None) -> Event | None:
    """Return the event of the club with this number. Raises ValidationError."""
    if pk is None:
        return None
    event = club.events.filter(pk=pk).first()
    if event is None:
        sentence = _("The club has no event with the number %(number)d; see the list of events.")
        raise ValidationError({"event": sentence % {"number": pk}}, code="unknown")
    return event
