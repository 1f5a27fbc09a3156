"""Notifications: one's own choices, what a club sent, and messages of directors."""

from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.notifications.serializers import (
    ChoicesInput,
    ChoicesSerializer,
    MessageInput,
    MessageSerializer,
    NotificationSerializer,
)
from league.faces.api.resources import ClubResource, EventResource
from league.faces.api.schema import ACCOUNT, act
from league.office.notifications import services
from league.office.notifications.models import Frequency
from league.office.notifications.selectors import log_of, preference_of
from league.office.notifications.services.director_messages import Audience
from league.play.events.models import Event
from league.play.rounds.models import Round, Table

TAG = "notifications"
CHOSEN = {
    "by_mail": True,
    "by_push": True,
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "daily": ["standings"],
    "never": [],
}
EXAMPLE = {"title": "Please bring a pen", "text": "We start at 19:30."}


class ChoiceViewSet(RetrieveModelMixin, ClubResource):
    """What you are told by a club: how soon, by which way, and when not."""

    tag, operations = TAG, "notification_choices"
    serializer_class = ChoicesSerializer
    read_permission = write_permission = "notifications.choose"
    by_whom_reads = ACCOUNT

    def get_object(self) -> Any:
        return preference_of(self.account, self.club)

    @act(ChoicesInput, ChoicesSerializer, once=False, example=CHOSEN)
    def update(self, request: Request, **_address: Any) -> Response:
        """Choose anew what you are told by a club."""
        asked = self.read(ChoicesInput)
        daily = dict.fromkeys(asked.pop("daily"), Frequency.DAILY)
        never = dict.fromkeys(asked.pop("never"), Frequency.NEVER)
        row = services.choose(user=self.account, club=self.club, topics=daily | never, **asked)
        return self.answer(row)


class NotificationViewSet(ListModelMixin, ClubResource):
    """What a club's people were told, the newest first; for its directors."""

    tag, operations = TAG, "notifications"
    serializer_class = NotificationSerializer
    read_permission = "notifications.view_log"
    by_whom_reads = ACCOUNT
    token_scopes = {"GET": Scope.DIRECT}

    def get_queryset(self) -> Any:
        return log_of(self.club)


class MessageViewSet(EventResource):
    tag, operations = TAG, "messages"
    words = {"create": "send"}
    serializer_class = MessageSerializer
    write_permission = "notifications.send_message"

    @act(MessageInput, MessageSerializer, status=201, example=EXAMPLE)
    def create(self, request: Request, **_address: Any) -> Response:
        """Write to everybody in an event, in a round of it or at a table of it."""
        asked = self.read(MessageInput)
        message = services.send_message(
            audience=_audience(self.event, asked["round"], asked["table"]),
            title=asked["title"],
            text=asked["text"],
            key=uuid4(),
            by=self.by,
        )
        return self.answer(message, 201)


def _audience(event: Event, round: int | None, table: int | None) -> Audience:
    """Return to whom it goes. Raises ValidationError for what is not in the event."""
    if table is not None:
        return Audience(event=event, table=_table(event, table))
    if round is not None:
        return Audience(event=event, round=_round(event, round))
    return Audience(event=event)


def _round(event: Event, pk: int) -> Round:
    round = Round.objects.filter(pk=pk, stage__event=event).first()
    if round is None:
        sentence = _("The event has no round with the number %(number)d.") % {"number": pk}
        raise ValidationError({"round": sentence}, code="unknown")
    return round


def _table(event: Event, pk: int) -> Table:
    table = Table.objects.filter(pk=pk, round__stage__event=event).first()
    if table is None:
        sentence = _("The event has no table with the number %(number)d.") % {"number": pk}
        raise ValidationError({"table": sentence}, code="unknown")
    return table
