"""Requests to stand in as programs see them."""

from typing import Any

from rest_framework import serializers

from league.calendar.stand_ins.models import Answer, AskedPlayer, RequestState, StandInRequest
from league.calendar.stand_ins.selectors import explain_closed_request
from league.calendar.stand_ins.services import MOST_ASKED
from league.foundation.limits import LARGEST_ID


class AskedPlayerSerializer(serializers.ModelSerializer[AskedPlayer]):
    answer = serializers.ChoiceField(choices=Answer.choices)

    class Meta:
        model = AskedPlayer
        fields = ["player", "answer", "asked_at", "answered_at"]
        read_only_fields = fields


class StandInRequestSerializer(serializers.ModelSerializer[StandInRequest]):
    """`over` says why nobody can accept any more; empty while somebody can."""

    state = serializers.ChoiceField(choices=RequestState.values)
    table = serializers.IntegerField(source="seat.table_id")
    seat = serializers.IntegerField(source="seat.number")
    absent = serializers.IntegerField(source="absent_id", allow_null=True)
    over = serializers.SerializerMethodField()
    asked = AskedPlayerSerializer(many=True)

    class Meta:
        model = StandInRequest
        fields = ["id", "table", "seat", "absent", "state", "over", "asked_at", "ended_at", "asked"]
        read_only_fields = fields

    def get_over(self, row: StandInRequest) -> str:
        return explain_closed_request(row)


class AskInput(serializers.Serializer[Any]):
    """Players of the club who may sit there and have an account; those asked before stay asked."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=MOST_ASKED,
    )


class OwnRequestSerializer(serializers.ModelSerializer[AskedPlayer]):
    """What you are asked: `id` is what you answer to."""

    event = serializers.IntegerField(source="request.seat.round.stage.event_id")
    table = serializers.IntegerField(source="request.seat.table_id")
    seat = serializers.IntegerField(source="request.seat.number")
    absent = serializers.IntegerField(source="request.absent_id", allow_null=True)
    answer = serializers.ChoiceField(choices=Answer.choices)

    class Meta:
        model = AskedPlayer
        fields = ["id", "event", "table", "seat", "absent", "player", "answer", "asked_at"]
        read_only_fields = fields


class StandInAnswerInput(serializers.Serializer[Any]):
    accept = serializers.BooleanField(help_text="false: you cannot come.")
