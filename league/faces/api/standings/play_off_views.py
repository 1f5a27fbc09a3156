"""Play-offs between entries that are level: read, written down, taken back."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import check_sees_event, get_or_404, sees_full_names, stage_at
from league.faces.api.answers import FULL, EntryNameField, NumberField
from league.faces.api.api_view import ApiView
from league.faces.api.schema import lists, writes
from league.tables.standings import services as standings
from league.tables.standings.models import PlayOff
from league.tables.standings.play_off_facts import play_offs_of

TAG = "standings"


class PlayOffEntryInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1)
    points = serializers.DecimalField(max_digits=10, decimal_places=2)


class PlayOffInput(serializers.Serializer[Any]):
    """All who share a place, and nobody else, with what they made."""

    entries = serializers.ListField(child=PlayOffEntryInput(), min_length=2, max_length=200)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True)


class PlayOffEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry_id")
    name = EntryNameField(source="entry")
    points = NumberField()


class PlayOffSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage_id")
    round = serializers.IntegerField(
        source="round.number", help_text="The number of the round before it."
    )
    entries = PlayOffEntrySerializer(source="points", many=True, help_text="Best first.")
    note = serializers.CharField()
    made_at = serializers.DateTimeField(format=None)
    revoked_at = serializers.DateTimeField(format=None, allow_null=True)


class PlayOffList(ApiView):
    @lists("play_offs_list", TAG, PlayOffSerializer)
    def get(self, request: Request, stage: int) -> Response:
        """Play-offs of a stage; those who run it also see what was revoked."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        rows = play_offs_of(found)
        if not self.may("clubs.view_desk", found.event.club):
            rows = rows.filter(revoked_at__isnull=True)
        return self.listed(rows, PlayOffSerializer, full=full)

    @writes(
        "play_offs_note",
        TAG,
        PlayOffInput,
        PlayOffSerializer,
        status=201,
        keyed=True,
        example={
            "entries": [{"entry": 41, "points": 12}, {"entry": 44, "points": 7}],
            "note": "One deal.",
        },
    )
    def post(self, request: Request, stage: int) -> Response:
        """Write down what all who share a place made in a play-off: it says who is ahead."""
        found = stage_at(request, stage)
        self.need("results.adjust_points", found)
        data, key = self.read(PlayOffInput), self.key()
        made = standings.record_play_off(
            stage=found,
            points={entry["entry"]: entry["points"] for entry in data["entries"]},
            note=data.get("note", ""),
            key=key,
            actor=self.actor,
            at=self.at,
        )
        return _answer(made, status=201)


class RevokePlayOff(ApiView):
    @writes("play_offs_revoke", TAG, None, PlayOffSerializer)
    def post(self, request: Request, play_off: int) -> Response:
        """Take a play-off back; it stays readable."""
        play_off_row = get_or_404(PlayOff.objects.select_related("stage__event__club"), pk=play_off)
        check_sees_event(request, play_off_row.stage.event)
        self.need("results.adjust_points", play_off_row.stage)
        return _answer(
            standings.revoke_play_off(play_off=play_off_row, actor=self.actor, at=self.at),
            status=200,
        )


def _answer(play_off: PlayOff, *, status: int) -> Response:
    fresh = get_or_404(play_offs_of(play_off.stage), pk=play_off.pk)
    return Response(PlayOffSerializer(fresh, context=FULL).data, status=status)
