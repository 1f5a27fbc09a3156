"""Webhooks, their messages and changes as programs see them."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.utils.urls import replace_query_param

from league.faces.api.records import OfClub, RecordSerializer
from league.foundation.journal.actor import Act
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.webhooks import services as webhooks
from league.office.webhooks.exchange import FAILURES
from league.office.webhooks.models import Attempt, Off, Webhook
from league.office.webhooks.selectors import ChangesPage
from league.office.webhooks.topics import NAMES
from league.play.events.models import Event


class WebhookSerializer(RecordSerializer[Webhook]):
    topics = serializers.ListField(
        child=serializers.ChoiceField(choices=NAMES), allow_empty=False, max_length=len(NAMES)
    )
    event = OfClub(
        queryset=Event.objects.all(),
        required=False,
        allow_null=True,
        help_text="Told of this event of the club alone.",
    )
    is_on = serializers.BooleanField(required=False, help_text="Switches it.")
    off = serializers.ChoiceField(
        choices=Off.values,
        allow_blank=True,
        read_only=True,
        help_text="Why it is off; empty: it is on.",
    )
    previous_secret_until = serializers.DateTimeField(
        source="previous_until", read_only=True, allow_null=True
    )

    class Meta:
        model = Webhook
        fields = [
            *("id", "address", "topics", "event", "is_on", "off", "added_at", "failing_since"),
            "previous_secret_until",
        ]

    def save_row(self, row: Webhook, values: Mapping[str, Any], by: Act) -> Webhook:
        if "is_on" in values:
            return webhooks.save_webhook(row, is_on=values["is_on"], by=by)
        return super().save_row(row, values, by)


class SecretSerializer(serializers.ModelSerializer[Webhook]):
    """`previous_secret` is empty once it is no longer good."""

    class Meta:
        model = Webhook
        fields = ["secret", "previous_secret", "previous_until"]
        read_only_fields = fields


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    status = serializers.IntegerField(allow_null=True, help_text="Of the answer; null without one.")
    failure = serializers.ChoiceField(choices=FAILURES, allow_blank=True)
    excerpt = serializers.CharField(help_text="How the answer begins.")

    class Meta:
        model = Attempt
        fields = ["at", "status", "failure", "duration_ms", "excerpt"]
        read_only_fields = fields


STATES = {MessageState.SENT: "delivered", MessageState.GIVEN_UP: "given_up"}


class StateField(serializers.ChoiceField):
    """What became of a message; one that is being sent waits still."""

    def to_representation(self, value: str) -> str:
        return STATES.get(MessageState(value), "waiting")


class WebhookMessageSerializer(serializers.ModelSerializer[OutboxMessage]):
    id = serializers.IntegerField()
    message_id = serializers.CharField(help_text="The header `webhook-id`.")
    type = serializers.CharField(source="kind")
    state = StateField(choices=["waiting", "delivered", "given_up"])
    due_at = serializers.DateTimeField(help_text="When one that waits is sent at the earliest.")
    body = serializers.CharField(help_text="The very bytes that are sent and signed.")
    attempts = AttemptSerializer(source="tries", many=True)

    class Meta:
        model = OutboxMessage
        fields = ["id", "message_id", "type", "state", "made_at", "due_at", "body", "attempts"]
        read_only_fields = fields


class ChangeSerializer(serializers.Serializer[Any]):
    type = serializers.CharField(help_text="What happened, such as `table.confirmed`.")
    timestamp = serializers.DateTimeField()
    sequence = serializers.IntegerField(help_text="The number in the journal: one a happening.")
    topic = serializers.ChoiceField(choices=NAMES)
    club = serializers.SlugField()
    event = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True)
    subject = serializers.CharField(help_text="What it is about, such as `table`.")
    subject_id = serializers.IntegerField(allow_null=True)
    url = serializers.URLField(help_text="Where the API shows it.")


class ChangesSerializer(serializers.Serializer[Any]):
    next = serializers.SerializerMethodField(help_text="While `is_more`.")
    previous = serializers.SerializerMethodField(help_text="Always null.")
    results = serializers.SerializerMethodField()
    cursor = serializers.CharField(help_text="What to send as `after` next time.")
    is_more = serializers.BooleanField(help_text="There is more: ask again at once.")

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_next(self, page: ChangesPage) -> str | None:
        here = self.context["request"].build_absolute_uri()
        return replace_query_param(here, "after", str(page.cursor)) if page.is_more else None

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_previous(self, page: ChangesPage) -> None:
        return None

    @extend_schema_field(ChangeSerializer(many=True))
    def get_results(self, page: ChangesPage) -> list[dict[str, Any]]:
        return page.results
