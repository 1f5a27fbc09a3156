"""Own matches and days to come as programs see them."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from league.calendar.availability.models import LONGEST_NOTE, Answer, Availability
from league.calendar.availability.occasions import Occasion
from league.calendar.availability.own_matches import MyMatch
from league.foundation.limits import LARGEST_ID


class MyPlaceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
    map = serializers.CharField(allow_blank=True)


class MyMatchSerializer(serializers.Serializer[Any]):
    """A match of an own entry that is not confirmed yet.

    `begins_at` is null where it has no date; `place` is null where nobody has said where it is.
    """

    club = serializers.SlugField()
    event = serializers.IntegerField()
    event_name = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    table_number = serializers.IntegerField()
    player = serializers.IntegerField()
    entry = serializers.IntegerField()
    day = serializers.DateField()
    begins_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    postponed = serializers.BooleanField()
    home = serializers.BooleanField(allow_null=True)
    place = MyPlaceSerializer(allow_null=True)
    opponents = serializers.ListField(child=serializers.CharField())
    partners = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField()
    to_confirm = serializers.BooleanField()
    disputed = serializers.BooleanField()
    overdue = serializers.BooleanField()


class ComingSerializer(serializers.Serializer[Any]):
    """A day for which a player can answer; without an event it is the club's evening."""

    club = serializers.SlugField()
    player = serializers.IntegerField()
    event = serializers.IntegerField(allow_null=True)
    event_name = serializers.CharField(allow_blank=True)
    day = serializers.DateField()
    begins_at = serializers.DateTimeField(allow_null=True)
    expected = serializers.BooleanField(help_text="Nobody has announced it; it is the usual day.")
    answer = serializers.ChoiceField(choices=Answer.choices, allow_null=True)
    note = serializers.CharField(allow_blank=True)
    answered_at = serializers.DateTimeField(allow_null=True)


class AvailabilityInput(serializers.Serializer[Any]):
    """An answer for one day; null takes back what was said."""

    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    event = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, allow_null=True)
    day = serializers.DateField()
    answer = serializers.ChoiceField(choices=Answer.choices, allow_null=True)
    note = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, required=False, default=""
    )


def match_as_json(match: MyMatch, at: datetime) -> dict[str, Any]:
    return {
        "club": match.club.slug,
        "event": match.event.pk,
        "event_name": match.event.name,
        "round": match.table.round.number,
        "table": match.table.pk,
        "table_number": match.table.number,
        "player": match.player.pk,
        "entry": match.placement.entry_id,
        "day": match.day,
        "begins_at": match.begins_at,
        "deadline": match.deadline,
        "postponed": match.is_postponed,
        "home": match.is_at_home,
        "place": place_as_json(match),
        "opponents": match.opponents,
        "partners": match.partners,
        "state": match.state,
        "to_confirm": match.waits_for_me,
        "disputed": match.is_disputed,
        "overdue": match.is_overdue(at),
    }


def place_as_json(match: MyMatch) -> dict[str, str] | None:
    venue = match.match_date.venue if match.match_date else None
    if venue is not None:
        return {"name": venue.name, "address": venue.address, "map": venue.map_link}
    where = match.club.where_we_play
    return {"name": where, "address": "", "map": ""} if where else None


def coming_as_json(one: Occasion, said: Availability | None) -> dict[str, Any]:
    return {
        "club": one.player.club.slug,
        "player": one.player.pk,
        "event": one.event.pk if one.event else None,
        "event_name": one.event.name if one.event else "",
        "day": one.day,
        "begins_at": one.begins_at,
        "expected": one.is_expected,
        "answer": said.answer if said else None,
        "note": said.note if said else "",
        "answered_at": said.answered_at if said else None,
    }
