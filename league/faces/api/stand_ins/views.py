"""Requests to stand in: asked for a seat, seen by whoever may ask, answered by who was asked."""

from functools import cached_property
from typing import Any

from django.http import Http404
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.calendar.stand_ins import services
from league.calendar.stand_ins.models import StandInRequest
from league.calendar.stand_ins.selectors import (
    asked_of,
    asked_players,
    request_of,
    seats_with_rounds,
)
from league.clubs.models import User
from league.faces.api.access import get_or_404, table_at
from league.faces.api.resources import ResourceViewSet
from league.faces.api.schema import ACCOUNT, act
from league.faces.api.stand_ins.serializers import (
    AskInput,
    OwnRequestSerializer,
    StandInAnswerInput,
    StandInRequestSerializer,
)
from league.play.events.names import called_after
from league.play.rounds.models import Seat

TAG = "stand-ins"


class SeatRequestViewSet(ResourceViewSet):
    tag, operations = TAG, "stand_in"
    words = {"create": "ask", "destroy": "take_back"}
    serializer_class = StandInRequestSerializer
    read_permission = write_permission = "stand_ins.ask_for_seat"
    by_whom_reads, missing = ACCOUNT, True

    @cached_property
    def owner(self) -> Seat:
        table = table_at(self.request, self.kwargs["table"])
        return get_or_404(seats_with_rounds(), table=table, number=self.kwargs["seat"])

    def get_object(self) -> StandInRequest:
        """Return the last request for the seat. Raises Http404 where nobody was asked."""
        found = request_of(self.owner)
        if found is None:
            raise Http404
        return found

    def retrieve(self, request: Request, **_address: Any) -> Response:
        """The last request for a seat with who was asked; 404 where nobody was."""
        return self.answer(self.get_object())

    @act(AskInput, StandInRequestSerializer, example={"players": [23]})
    def create(self, request: Request, **_address: Any) -> Response:
        """Ask players to take the seat for its round: the first who accepts has it."""
        players = self.read(AskInput)["players"]
        made = services.ask(seat=self.owner, players=players, by=self.by)
        return self.answer(made)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Take the request back, before somebody accepted."""
        services.take_back(request=self.get_object(), by=self.by)
        return Response(status=204)


class OwnRequestViewSet(ListModelMixin, ResourceViewSet):
    """What you are asked now and have not answered."""

    tag, operations = TAG, "stand_in"
    words = {"list": "requests_list", "answer_request": "answer"}
    serializer_class = OwnRequestSerializer
    lookup_url_kwarg = "stand_in"
    by_whom_reads = ACCOUNT

    def get_queryset(self) -> Any:
        if not isinstance(self.request.user, User):
            self.refuse()
        return asked_of(self.request.user)

    @act(StandInAnswerInput, OwnRequestSerializer, example={"accept": True})
    def answer_request(self, request: Request, **_address: Any) -> Response:
        """Accept or decline. Who is not the first is refused: `stand_in_over`."""
        found = get_or_404(asked_players(), pk=self.kwargs["stand_in"])
        self.need("stand_ins.answer_request", called_after(found.player))
        reply = services.accept if self.read(StandInAnswerInput)["accept"] else services.decline
        return self.answer(reply(asked=found, by=self.by))
