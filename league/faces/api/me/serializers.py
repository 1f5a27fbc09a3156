"""Own matches and days to come as programs see them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.calendar.availability.models import LONGEST_NOTE, Answer
from league.calendar.availability.occasions import MyMatch
from league.foundation.limits import LARGEST_ID


class MyPlaceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
    map = serializers.CharField(allow_blank=True)


class MyMatchSerializer(serializers.Serializer[Any]):
    """A match of an own entry that is not confirmed yet.

    `begins_at` is null where it has no date; `place` is null where nobody has said where it is.
    """

    club = serializers.SlugField(source="club.slug")
    event = serializers.IntegerField(source="event.pk")
    event_name = serializers.CharField(source="event.name")
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.pk")
    table_number = serializers.IntegerField(source="table.number")
    player = serializers.IntegerField(source="player.pk")
    entry = serializers.IntegerField(source="placement.entry_id")
    day = serializers.DateField(format=None)
    begins_at = serializers.DateTimeField(format=None, allow_null=True)
    deadline = serializers.DateTimeField(format=None, allow_null=True)
    postponed = serializers.BooleanField(source="is_postponed")
    home = serializers.BooleanField(source="is_at_home", allow_null=True)
    place = serializers.SerializerMethodField()
    opponents = serializers.ListField(child=serializers.CharField())
    partners = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField()
    to_confirm = serializers.BooleanField(source="waits_for_me")
    disputed = serializers.BooleanField(source="is_disputed")
    overdue = serializers.SerializerMethodField()

    @extend_schema_field(MyPlaceSerializer(allow_null=True))
    def get_place(self, match: MyMatch) -> dict[str, str] | None:
        venue = match.match_date.venue if match.match_date else None
        if venue is not None:
            return {"name": venue.name, "address": venue.address, "map": venue.map_link}
        where = match.club.where_we_play
        return {"name": where, "address": "", "map": ""} if where else None

    def get_overdue(self, match: MyMatch) -> bool:
        return match.is_overdue(self.context["at"])


class ComingSerializer(serializers.Serializer[Any]):
    """A day for which a player can answer; without an event it is the club's evening."""

    club = serializers.SlugField(source="occasion.player.club.slug")
    player = serializers.IntegerField(source="occasion.player.pk")
    event = serializers.IntegerField(source="occasion.event.pk", allow_null=True)
    event_name = serializers.SerializerMethodField()
    day = serializers.DateField(source="occasion.day", format=None)
    begins_at = serializers.DateTimeField(source="occasion.begins_at", format=None, allow_null=True)
    expected = serializers.BooleanField(
        source="occasion.is_expected",
        help_text="Nobody has announced it; it is the usual day.",
    )
    answer = serializers.ChoiceField(source="said.answer", choices=Answer.choices, allow_null=True)
    note = serializers.SerializerMethodField()
    answered_at = serializers.DateTimeField(source="said.answered_at", format=None, allow_null=True)

    def get_event_name(self, row: dict[str, Any]) -> str:
        event = row["occasion"].event
        return event.name if event else ""

    def get_note(self, row: dict[str, Any]) -> str:
        return row["said"].note if row["said"] else ""


class AvailabilityInput(serializers.Serializer[Any]):
    """An answer for one day; null takes back what was said."""

    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    event = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, allow_null=True)
    day = serializers.DateField()
    answer = serializers.ChoiceField(choices=Answer.choices, allow_null=True)
    note = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, required=False, default=""
    )
