"""Requests to stand in: asked for a seat, seen by whoever may ask, answered by who was asked."""

from django.http import Http404
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
from league.faces.api.api_view import ApiView
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.faces.api.stand_ins.serializers import (
    AskInput,
    OwnRequestSerializer,
    StandInAnswerInput,
    StandInRequestSerializer,
)
from league.play.events.names import called_after
from league.play.rounds.models import Seat

TAG = "stand-ins"


class SeatRequest(ApiView):
    @reads("stand_in_read", TAG, StandInRequestSerializer, by=ACCOUNT, missing=True)
    def get(self, request: Request, table: int, seat: int) -> Response:
        """The last request for a seat with who was asked; 404 where nobody was."""
        return Response(StandInRequestSerializer(self._last(request, table, seat)).data)

    @writes("stand_in_ask", TAG, AskInput, StandInRequestSerializer, example={"players": [23]})
    def post(self, request: Request, table: int, seat: int) -> Response:
        """Ask players to take the seat for its round: the first who accepts has it."""
        found = self._seat(request, table, seat)
        asked = self.read(AskInput)
        made = services.ask(seat=found, players=asked["players"], by=self.by)
        return Response(StandInRequestSerializer(made).data)

    @writes("stand_in_take_back", TAG, None, None, status=204)
    def delete(self, request: Request, table: int, seat: int) -> Response:
        """Take the request back, before somebody accepted."""
        last = self._last(request, table, seat)
        services.take_back(request=last, by=self.by)
        return Response(status=204)

    def _seat(self, request: Request, table: int, number: int) -> Seat:
        found = table_at(request, table)
        seat = get_or_404(seats_with_rounds(), table=found, number=number)
        self.need("stand_ins.ask_for_seat", seat)
        return seat

    def _last(self, request: Request, table: int, number: int) -> StandInRequest:
        found = request_of(self._seat(request, table, number))
        if found is None:
            raise Http404
        return found


class OwnRequests(ApiView):
    @lists("stand_in_requests_list", TAG, OwnRequestSerializer, by=ACCOUNT)
    def get(self, request: Request) -> Response:
        """What you are asked now and have not answered."""
        rows = asked_of(self._holder(request))
        return self.listed(rows, OwnRequestSerializer)

    def _holder(self, request: Request) -> User:
        if not isinstance(request.user, User):
            self.refuse()
        return request.user


class OwnAnswer(ApiView):
    @writes(
        "stand_in_answer", TAG, StandInAnswerInput, OwnRequestSerializer, example={"accept": True}
    )
    def post(self, request: Request, stand_in: int) -> Response:
        """Accept or decline. Who is not the first is refused: `stand_in_over`."""
        found = get_or_404(asked_players(), pk=stand_in)
        self.need("stand_ins.answer_request", called_after(found.player))
        answer = services.accept if self.read(StandInAnswerInput)["accept"] else services.decline
        row = answer(asked=found, by=self.by)
        return Response(OwnRequestSerializer(row).data)
