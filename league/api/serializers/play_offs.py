"""Play-offs as programs see them."""

from typing import Any

from rest_framework import serializers

from league.events.names import name_of
from league.standings.models import PlayOff


class PlayOffEntryInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1)
    points = serializers.DecimalField(max_digits=10, decimal_places=2)


class PlayOffInput(serializers.Serializer[Any]):
    """All who share a place, and nobody else, with what they made."""

    entries = serializers.ListField(child=PlayOffEntryInput(), min_length=2, max_length=200)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True)


class PlayOffEntrySerializer(PlayOffEntryInput):
    name = serializers.CharField()


class PlayOffSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The number of the round before it.")
    entries = PlayOffEntrySerializer(many=True, help_text="Best first.")
    note = serializers.CharField()
    made_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


def play_off_as_json(play_off: PlayOff, *, full: bool) -> dict[str, Any]:
    return {
        "id": play_off.pk,
        "stage": play_off.stage_id,
        "round": play_off.round.number,
        "entries": [
            {
                "entry": row.entry_id,
                "name": name_of(row.entry, public=not full),
                "points": f"{row.points:.2f}",
            }
            for row in play_off.points.all()
        ],
        "note": play_off.note,
        "made_at": play_off.made_at,
        "revoked_at": play_off.revoked_at,
    }
