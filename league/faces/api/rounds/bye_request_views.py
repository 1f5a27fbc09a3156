"""Byes that entries ask for before a round is drawn."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import check_sees_event, get_or_404, sees_full_names, stage_at
from league.faces.api.answers import FULL, EntryNameField
from league.faces.api.api_view import ApiView
from league.faces.api.schema import lists, writes
from league.play.rounds import services as rounds
from league.play.rounds.models import ByeRequest, ByeWorth
from league.play.rounds.services.asked_byes import requests_of

TAG = "rounds"


class ByeRequestInput(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(
        min_value=1, max_value=1_000, help_text="The number of a round that is not drawn yet."
    )
    worth = serializers.ChoiceField(choices=ByeWorth.choices)


class ByeRequestSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage_id")
    entry = serializers.IntegerField(source="entry_id")
    name = EntryNameField(source="entry")
    round = serializers.IntegerField(
        source="round_number", help_text="The number of a round that is not drawn yet."
    )
    worth = serializers.ChoiceField(choices=ByeWorth.choices)
    made_at = serializers.DateTimeField(format=None)
    taken_back_at = serializers.DateTimeField(format=None, allow_null=True)


class ByeRequestList(ApiView):
    @lists("bye_requests_list", TAG, ByeRequestSerializer)
    def get(self, request: Request, stage: int) -> Response:
        """Who asked not to play in which round of a stage, and what it is worth."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        rows = requests_of(found)
        return self.listed(rows, ByeRequestSerializer, full=full)

    @writes(
        "bye_requests_ask",
        TAG,
        ByeRequestInput,
        ByeRequestSerializer,
        status=201,
        example={"entry": 41, "round": 3, "worth": "half"},
    )
    def post(self, request: Request, stage: int) -> Response:
        """Write down that an entry does not play in a round to come; the draw leaves it out."""
        found = stage_at(request, stage)
        self.need("rounds.draw_round", found)
        data = self.read(ByeRequestInput)
        entry = found.event.entries.filter(pk=data["entry"]).first()
        if entry is None:
            raise ValidationError(
                {"entry": _("The event has no entry %(id)d.") % {"id": data["entry"]}},
                code="unknown",
            )
        made = rounds.ask_bye(
            stage=found,
            entry=entry,
            number=data["round"],
            worth=data["worth"],
            actor=self.actor,
            at=self.at,
        )
        return Response(ByeRequestSerializer(made, context=FULL).data, status=201)


class TakeBackBye(ApiView):
    @writes("bye_requests_take_back", TAG, None, ByeRequestSerializer)
    def post(self, request: Request, bye: int) -> Response:
        """Take a bye back while its round is not drawn."""
        bye_request = get_or_404(
            ByeRequest.objects.select_related("stage__event__club", "entry"), pk=bye
        )
        check_sees_event(request, bye_request.stage.event)
        self.need("rounds.draw_round", bye_request.stage)
        made = rounds.take_back_bye(request=bye_request, actor=self.actor, at=self.at)
        return Response(ByeRequestSerializer(made, context=FULL).data)
