"""Byes that entries ask for before a round is drawn."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import check_sees_event, one_of, sees_full_names, stage_at
from league.api.schema import lists, writes
from league.api.serializers.bye_requests import (
    ByeRequestInput,
    ByeRequestSerializer,
    bye_request_as_json,
)
from league.api.views.plain import ApiView
from league.rounds import services as rounds
from league.rounds.bye_requests import requests_of
from league.rounds.models import ByeRequest

TAG = "rounds"


class ByeRequestList(ApiView):
    @lists("bye_requests_list", TAG, ByeRequestSerializer)
    def get(self, request: Request, stage: int) -> Response:
        """Who asked not to play in which round of a stage, and what it is worth."""
        found = stage_at(request, stage)
        full = sees_full_names(request, found.event.club)
        rows = requests_of(found)
        return self.listed(rows, lambda page: [bye_request_as_json(row, full=full) for row in page])

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
        return Response(bye_request_as_json(made, full=True), status=201)


class TakeBackBye(ApiView):
    @writes("bye_requests_take_back", TAG, None, ByeRequestSerializer)
    def post(self, request: Request, bye: int) -> Response:
        """Take a bye back while its round is not drawn."""
        found = one_of(ByeRequest.objects.select_related("stage__event__club", "entry"), pk=bye)
        check_sees_event(request, found.stage.event)
        self.need("rounds.draw_round", found.stage)
        made = rounds.take_back_bye(request=found, actor=self.actor, at=self.at)
        return Response(bye_request_as_json(made, full=True))
