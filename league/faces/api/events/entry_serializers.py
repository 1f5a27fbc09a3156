"""Entries as programs see them, and the shapes of what is sent to change and seed them."""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.clubs.models import Player
from league.faces.api.answers import EntryNameField
from league.play.events.missing_partners import waits_for_partner
from league.play.events.models import Entry, EntryState
from league.play.events.names import called_after, current_members


class EntryMemberSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField(source="event_id")
    number = serializers.IntegerField()
    name = EntryNameField(source="*", help_text="Its own name, or those of its players.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    seed = serializers.IntegerField(allow_null=True)
    members = serializers.SerializerMethodField()
    waits_for_partner = serializers.SerializerMethodField(
        help_text="A pair of one: it takes part once it has a second player and is accepted."
    )
    asked = serializers.SerializerMethodField(
        help_text="Partners who were named at sign-up and have not answered yet."
    )
    entered_at = serializers.DateTimeField(format=None)
    withdrawn_at = serializers.DateTimeField(format=None, allow_null=True)

    @extend_schema_field(EntryMemberSerializer(many=True))
    def get_members(self, entry: Entry) -> list[dict[str, Any]]:
        return self._called([called_after(member.player) for member in current_members(entry)])

    def get_waits_for_partner(self, entry: Entry) -> bool:
        return waits_for_partner(entry.event, entry)

    @extend_schema_field(EntryMemberSerializer(many=True))
    def get_asked(self, entry: Entry) -> list[dict[str, Any]]:
        asked: Mapping[int, Sequence[Player]] = self.context.get("asked", {})
        return self._called(asked.get(entry.pk, ()))

    def _called(self, players: Sequence[Player]) -> list[dict[str, Any]]:
        full = self.context["full"]
        return [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in players
        ]


class AnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="Whether you will be in the entry.")


class EntryInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class EntryChangeInput(serializers.Serializer[Any]):
    """The members in their order, or the name; what is left out stays."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12, required=False
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class SeedsInput(serializers.Serializer[Any]):
    """The entries by seed, the first one first; those that are not named have no seed."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, allow_empty=True
    )
