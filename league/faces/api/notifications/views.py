"""Notifications: one's own choices, what a club sent, and messages of directors."""

from uuid import uuid4

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, User
from league.faces.api.access import club_at, event_at
from league.faces.api.api_view import ApiView
from league.faces.api.notifications.serializers import (
    ChoicesInput,
    ChoicesSerializer,
    MessageInput,
    MessageSerializer,
    NotificationSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, reads, writes
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


class Choices(ApiView):
    @reads("notification_choices_read", TAG, ChoicesSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """What you are told by a club: how soon, by which way, and when not."""
        user, found = self._of(request, club)
        return Response(ChoicesSerializer(preference_of(user, found)).data)

    @writes(
        "notification_choices_set",
        TAG,
        ChoicesInput,
        ChoicesSerializer,
        once=False,
        example=CHOSEN,
    )
    def put(self, request: Request, club: str) -> Response:
        """Choose anew what you are told by a club."""
        user, found = self._of(request, club)
        asked = self.read(ChoicesInput)
        daily = dict.fromkeys(asked.pop("daily"), Frequency.DAILY)
        never = dict.fromkeys(asked.pop("never"), Frequency.NEVER)
        row = services.choose(user=user, club=found, topics=daily | never, **asked)
        return Response(ChoicesSerializer(row).data)

    def _of(self, request: Request, slug: str) -> tuple[User, Club]:
        found = club_at(slug)
        self.need("notifications.choose", found)
        user = request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        return user, found


class NotificationList(ApiView):
    @lists("notifications_list", TAG, NotificationSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """What a club's people were told, the newest first; for its directors."""
        found = club_at(club)
        self.need("notifications.view_log", found)
        return self.listed(log_of(found), NotificationSerializer)


class MessageNew(ApiView):
    @writes("messages_send", TAG, MessageInput, MessageSerializer, status=201, example=EXAMPLE)
    def post(self, request: Request, event: int) -> Response:
        """Write to everybody in an event, in a round of it or at a table of it."""
        found = event_at(request, event)
        self.need("notifications.send_message", found)
        asked = self.read(MessageInput)
        message = services.send_message(
            audience=_audience(found, asked["round"], asked["table"]),
            title=asked["title"],
            text=asked["text"],
            key=uuid4(),
            by=self.by,
        )
        return Response(MessageSerializer(message).data, status=201)


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
