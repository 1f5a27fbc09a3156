"""Venues, homes, dates and the demands of calendars as programs see them."""

from typing import Any

from rest_framework import serializers

from league.calendar.calendars.league_demands import WISHES
from league.calendar.calendars.models import (
    MOST_REST_DAYS,
    MOST_SECONDS,
    MOST_WEIGHT,
    LeagueCalendar,
)
from league.calendar.fixtures.fixtures_request import MOST_RETURN_DAYS, RETURN_DAYS
from league.calendar.match_dates.models import DateState, Venue
from league.calendar.match_dates.typed_days import MOST_DAYS, DaysField
from league.faces.api.inputs import MomentField
from league.faces.api.records import RecordSerializer

WEEKDAY = "0 is Monday, 6 is Sunday."


def days_field(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.DateField(), max_length=MOST_DAYS, default=list, **options
    )


class DaysList(serializers.ListField):
    """A column of days."""

    def __init__(self, **options: Any) -> None:
        options = {name: options[name] for name in ("required", "help_text") if name in options}
        super().__init__(child=serializers.DateField(), max_length=MOST_DAYS, **options)


class VenueSerializer(RecordSerializer[Venue]):
    serializer_field_mapping = RecordSerializer.serializer_field_mapping | {DaysField: DaysList}

    class Meta:
        model = Venue
        fields = [
            *("id", "name", "address", "map_link", "note", "matches", "closed_on", "is_in_use"),
        ]


class HomeSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    venue = serializers.IntegerField(source="venue_id")
    weekdays = serializers.ListField(child=serializers.IntegerField(), help_text=WEEKDAY)
    begins_at = serializers.TimeField(format="%H:%M", help_text="In the club's time zone.")
    blocked = serializers.ListField(child=serializers.DateField())


class HomeInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    venue = serializers.IntegerField(
        allow_null=True, help_text="null: the entry is at home nowhere."
    )
    weekdays = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6),
        max_length=7,
        default=list,
        help_text=WEEKDAY,
    )
    begins_at = serializers.TimeField(
        default=None, allow_null=True, help_text="In the club's time zone."
    )
    blocked = days_field()


class HomesInput(serializers.Serializer[Any]):
    homes = HomeInput(many=True, max_length=200)  # type: ignore[call-arg]


class HomesSerializer(serializers.Serializer[Any]):
    homes = HomeSerializer(many=True)


class PlaceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField()
    map_link = serializers.CharField()


class DateSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="date.round_id", help_text="The id of the round.")
    round_number = serializers.IntegerField(source="date.round.number")
    number = serializers.IntegerField(
        source="date.number", help_text="Of the table, or of both of a match of teams."
    )
    table = serializers.IntegerField(source="table.pk", help_text="The id of the table.")
    begins_at = serializers.DateTimeField(
        source="date.begins_at",
        format=None,
        allow_null=True,
        help_text="null: postponed without a new date.",
    )
    home = serializers.CharField()
    away = serializers.CharField()
    venue = PlaceSerializer(source="date.venue", allow_null=True)
    state = serializers.ChoiceField(source="date.state", choices=DateState.choices)
    sequence = serializers.IntegerField(
        source="date.sequence", help_text="Counts the changes after it was published."
    )


class DateInput(serializers.Serializer[Any]):
    begins_at = MomentField(allow_null=True, help_text="null: postponed without a new date.")
    venue = serializers.IntegerField(allow_null=True, default=None)
    home_side = serializers.IntegerField(
        min_value=0, max_value=1, allow_null=True, default=None, help_text="null: as it is."
    )


class WishesShape(serializers.Serializer[Any]):
    """The weights of the wishes; 0 leaves one out."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: serializers.IntegerField(min_value=0, max_value=MOST_WEIGHT, required=False)
            for name in WISHES
        }


class DemandsShape(serializers.Serializer[Any]):
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    blocked = days_field(help_text="Nobody plays.")
    rest_days = serializers.IntegerField(min_value=0, max_value=MOST_REST_DAYS, default=4)
    return_days = serializers.IntegerField(
        min_value=0,
        max_value=MOST_RETURN_DAYS,
        default=RETURN_DAYS,
        help_text="Days between two matches of the same teams, where they meet twice.",
    )
    same_club_first = serializers.IntegerField(min_value=1, max_value=1_000, default=3)
    wishes = WishesShape(default=dict)
    keeps_published = serializers.BooleanField(default=True)
    seconds = serializers.IntegerField(min_value=1, max_value=MOST_SECONDS, default=30)


class CalendarSerializer(DemandsShape):
    bound = serializers.FloatField(
        allow_null=True,
        help_text="How near the calendar made last is to the best possible; 1 is proven best.",
    )
    made_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, instance: LeagueCalendar) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        return shown | {"wishes": instance.wishes}
