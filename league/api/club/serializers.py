"""Clubs and their journal as programs see them."""

from typing import Any

from rest_framework import serializers

from league.clubs.club_settings import SETTINGS
from league.clubs.models import Club
from league.journal.models import Happening
from league.journal.selectors import sentence_of


class ClubSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "slug", *(name for name, setting in SETTINGS.items() if setting.in_api)]
        read_only_fields = fields


class HappeningSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    actor = serializers.CharField()
    via = serializers.CharField()
    event = serializers.IntegerField(allow_null=True)
    subject = serializers.CharField(help_text="What it is about, such as `rounds.round`.")
    subject_id = serializers.IntegerField(allow_null=True)
    sentence = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


def happening_as_json(happening: Happening) -> dict[str, Any]:
    return {
        "id": happening.pk,
        "at": happening.at,
        "kind": happening.kind,
        "actor": happening.actor_name,
        "via": happening.via,
        "event": happening.event_id,
        "subject": happening.subject_type,
        "subject_id": happening.subject_id,
        "sentence": sentence_of(happening),
        "data": happening.data,
    }
