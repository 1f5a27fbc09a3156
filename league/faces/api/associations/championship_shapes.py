"""The field of a championship as programs see it, and the events that fill it."""

from typing import Any

from rest_framework import serializers

from league.foundation.limits import LARGEST_ID
from league.office.associations.championship_field import (
    MOST_PLACES,
    MOST_SOURCES,
)
from league.play.events.models import Event

DIGEST = "Filled only if the field is still that of this digest, which a preview has."


class SourceEventSerializer(serializers.ModelSerializer[Event]):
    """An event whose first places may go through."""

    club = serializers.SlugField(source="club.slug")
    club_name = serializers.CharField(source="club.name")

    class Meta:
        model = Event
        fields = ["id", "club", "club_name", "slug", "name", "starts_on"]
        read_only_fields = fields


class ChampionshipSourceInput(serializers.Serializer[Any]):
    event = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    places = serializers.IntegerField(
        min_value=1, max_value=MOST_PLACES, help_text="So many of its first places go through."
    )


class ChampionshipSourcesInput(serializers.Serializer[Any]):
    sources = serializers.ListField(
        child=ChampionshipSourceInput(), min_length=1, max_length=MOST_SOURCES
    )


class FillChampionshipInput(ChampionshipSourcesInput):
    expected_digest = serializers.CharField(
        max_length=16, required=False, allow_null=True, default=None, help_text=DIGEST
    )


class QualifiedSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="source.pk", help_text="Where the place was won.")
    rank = serializers.IntegerField()
    name = serializers.CharField()
    entry = serializers.IntegerField(
        source="entry.pk",
        allow_null=True,
        help_text="The entry in the championship, once there is one.",
    )
    stays_out = serializers.CharField(help_text="Why they are not entered; empty: they are.")


class ChampionshipFieldSerializer(serializers.Serializer[Any]):
    """Who goes through, in the order of the seeds, those who stay out among them."""

    qualified = QualifiedSerializer(many=True)
    digest = serializers.CharField()
