"""The log of a webhook: its messages with every attempt, and sending one again."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import get_or_404
from league.faces.api.pagination import NewestFirst
from league.faces.api.schema import ACCOUNT, lists, writes
from league.faces.api.webhooks.serializers import WebhookMessageSerializer
from league.faces.api.webhooks.views import TAG, OwnersView
from league.office.webhooks import services as webhooks
from league.office.webhooks.selectors import messages_of


class MessageList(OwnersView):
    pages = NewestFirst

    @lists("webhooks_messages", TAG, WebhookMessageSerializer, by_cursor=True, by=ACCOUNT)
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """What was sent to a webhook or waits to be, newest first, with every attempt."""
        rows = messages_of(self.webhook_of_owner(club, webhook))
        return self.listed(rows, WebhookMessageSerializer)


class SendAgain(OwnersView):
    @writes("webhooks_send_again", TAG, None, WebhookMessageSerializer)
    def post(self, request: Request, club: str, webhook: int, message: int) -> Response:
        """Send a message once more under its id, with as many attempts as a new one."""
        found = get_or_404(messages_of(self.webhook_of_owner(club, webhook)), pk=message)
        again = webhooks.send_again(message=found, at=self.at)
        return Response(WebhookMessageSerializer(again).data)
