"""Choices, notifications and messages as programs see them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.office.notifications.models import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    DirectorMessage,
    Notification,
    Preference,
)
from league.office.notifications.topics import TOPIC_OF, Topic, What


def topics() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(choices=Topic.choices), max_length=len(Topic)
    )


@extend_schema_field({"type": "string", "pattern": r"^\d\d:\d\d(:\d\d(\.\d+)?)?$"})
class ClockField(serializers.TimeField):
    """A time of the club's clock, "22:00"; it has no offset, as the format "time" would have."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", **kwargs)


class ChoicesSerializer(serializers.ModelSerializer[Preference]):
    """Topics in neither list come at once; the same time twice is no pause."""

    quiet_from = ClockField()
    quiet_until = ClockField()
    daily = topics()
    never = topics()

    class Meta:
        model = Preference
        fields = ["by_mail", "by_push", "quiet_from", "quiet_until", "daily", "never"]
        read_only_fields = fields


class ChoicesInput(serializers.Serializer[Any]):
    """Topics in neither list come at once; quiet hours are of the club's clock."""

    by_mail = serializers.BooleanField()
    by_push = serializers.BooleanField()
    quiet_from = ClockField()
    quiet_until = ClockField()
    daily = topics()
    never = topics()


class DeliverySerializer(serializers.ModelSerializer[OutboxMessage]):
    way = serializers.ChoiceField(choices=[Way.MAIL.value, Way.PUSH.value])
    state = serializers.ChoiceField(choices=MessageState.values)

    class Meta:
        model = OutboxMessage
        fields = ["way", "state", "due_at", "ended_at"]
        read_only_fields = fields


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """`subject` is the id of the row it is about; `sequence` the happening it came of."""

    topic = serializers.SerializerMethodField()
    what = serializers.ChoiceField(choices=What.values)
    account = serializers.CharField(source="name", help_text="Whose account, or which player.")
    sequence = serializers.IntegerField(source="happening_id", allow_null=True)
    deliveries = DeliverySerializer(many=True)

    class Meta:
        model = Notification
        fields = [
            *("id", "account", "topic", "what", "event", "about", "subject", "sequence"),
            *("made_at", "deliveries"),
        ]
        read_only_fields = fields

    def get_topic(self, row: Notification) -> str:
        return TOPIC_OF[What(row.what)]


class MessageInput(serializers.Serializer[Any]):
    """Without a round and a table it goes to everybody in the event."""

    title = serializers.CharField(max_length=LONGEST_TITLE)
    text = serializers.CharField(max_length=LONGEST_TEXT)
    round = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**63 - 1
    )
    table = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**63 - 1
    )


class MessageSerializer(serializers.ModelSerializer[DirectorMessage]):
    recipients = serializers.IntegerField(help_text="So many accounts it goes to.")

    class Meta:
        model = DirectorMessage
        fields = ["id", "event", "round_id", "table_id", "title", "text", "sent_at", "recipients"]
        read_only_fields = fields
