"""Webhooks of a club, their messages, and what has changed."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, Scope
from league.faces.api.access import club_at, event_at, get_or_404, listed_events
from league.faces.api.api_view import ApiView
from league.faces.api.pagination import NewestFirst, page_size_in
from league.faces.api.records import ClubViewSet
from league.faces.api.resources import WRITING, ClubResource
from league.faces.api.schema import ACCOUNT, reads
from league.faces.api.webhooks.serializers import (
    ChangesSerializer,
    SecretSerializer,
    WebhookMessageSerializer,
    WebhookSerializer,
)
from league.foundation.outbox.models import OutboxMessage
from league.office.webhooks import services as webhooks
from league.office.webhooks.models import Webhook
from league.office.webhooks.selectors import (
    MOST_A_PAGE,
    PAGE,
    changes_after,
    cursor_from,
    messages_of,
    webhooks_of,
)
from league.play.events.models import Event

# --- Webhooks of a club, for its owners: kept, tested, their secrets ---

TAG = "webhooks"


class WebhookViewSet(ClubViewSet):
    """Addresses of other programs that are told what happens in a club; for its owners."""

    queryset = Webhook.objects.all()
    serializer_class = WebhookSerializer
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]
    tag, operations = TAG, "webhooks"
    example = {"address": "https://club.example/hooks/cards", "topics": ["results", "rounds"]}
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
        return self._secret(webhooks.rotate_secret(webhook=found, by=self.by))

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


# --- What happened since a cursor, for programs that poll ---

CHANGES_TAG = "changes"
PARAMETERS = (
    OpenApiParameter(
        "after",
        str,
        description="The `cursor` of the last answer. Without one nothing is listed, and the "
        "answer has the cursor to begin with; `start` lists the last 30 days.",
    ),
    OpenApiParameter(
        "page_size", int, description=f"Changes an answer: {PAGE}, at most {MOST_A_PAGE}."
    ),
)


class ChangesView(ApiView):
    """Answers with what happened in a club or in one event of it."""

    def answer(self, request: Request, club: Club, event: Event | None) -> Response:
        page = changes_after(
            cursor_from(request.query_params.get("after", ""), self.at),
            club=club,
            events=listed_events(request.user).filter(club=club),
            event=event,
            sees_all=self.may("webhooks.view_all_changes", club),
            most=page_size_in(request, usual=PAGE, most=MOST_A_PAGE),
            at=self.at,
        )
        return Response(ChangesSerializer(page, context={"request": request}).data)


class ClubChanges(ChangesView):
    token_scopes = {"GET": Scope.READ}

    @reads("clubs_changes", CHANGES_TAG, ChangesSerializer, parameters=PARAMETERS, refused=True)
    def get(self, request: Request, club: str) -> Response:
        """What happened in a club since a cursor, oldest first, and the cursor for the next time.

        Everybody is told what is open of events that he finds in lists, directors and owners
        everything that webhooks tell. Cursors are good for 30 days; an older one is answered with
        409 `cursor_too_old`.
        """
        return self.answer(request, club_at(club), None)


class EventChanges(ChangesView):
    token_scopes = {"GET": Scope.READ}

    @reads("events_changes", CHANGES_TAG, ChangesSerializer, parameters=PARAMETERS, refused=True)
    def get(self, request: Request, event: int) -> Response:
        """What happened in one event since a cursor; as for a club."""
        found = event_at(request, event)
        return self.answer(request, found.club, found)


# --- The log of a webhook: its messages with every attempt, and sending one again ---


class MessageViewSet(ListModelMixin, ClubResource):
    """What was sent to a webhook or waits to be, newest first, with every attempt."""

    tag, operations = TAG, "webhooks"
    words = {"list": "messages"}
    serializer_class = WebhookMessageSerializer
    pagination_class = NewestFirst
    lookup_url_kwarg = "message"
    # for owners alone: nobody else learns whether a club has webhooks
    read_permission = write_permission = "webhooks.change_webhooks"
    by_whom_reads = ACCOUNT
    token_scopes = dict.fromkeys(("GET", *WRITING), Scope.DIRECT)

    def get_queryset(self) -> "QuerySet[OutboxMessage]":
        return messages_of(get_or_404(webhooks_of(self.club), pk=self.kwargs["webhook"]))

    def send_again(self, request: Request, **_address: Any) -> Response:
        """Send a message once more under its id, with as many attempts as a new one."""
        return self.answer(webhooks.send_again(message=self.get_object(), at=self.at))
