"""Byes asked for, as programs see them."""

from typing import Any

from rest_framework import serializers

from league.events.names import name_of
from league.rounds.models import ByeRequest, ByeWorth


class ByeRequestInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(
        min_value=1, max_value=1_000, help_text="The number of a round that is not drawn yet."
    )
    worth = serializers.ChoiceField(choices=ByeWorth.choices)


class ByeRequestSerializer(ByeRequestInput):
    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    taken_back_at = serializers.DateTimeField(allow_null=True)


def bye_request_as_json(bye: ByeRequest, *, full: bool) -> dict[str, Any]:
    return {
        "id": bye.pk,
        "stage": bye.stage_id,
        "entry": bye.entry_id,
        "name": name_of(bye.entry, public=not full),
        "round": bye.round_number,
        "worth": bye.worth,
        "made_at": bye.made_at,
        "taken_back_at": bye.taken_back_at,
    }
