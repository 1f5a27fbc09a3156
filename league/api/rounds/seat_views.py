"""Who sits where at one table: members of the entry, or substitutes for them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import one_of, table_at
from league.api.api_view import ApiView, fetch_all
from league.api.rounds.table_rows import TableSerializer, tables_as_json
from league.api.schema import writes
from league.clubs.models import Player
from league.prepared.hiding import NOTHING_HIDDEN
from league.rounds import services as rounds
from league.rounds.models import Seat, Table

TAG = "tables"


class SubstituteInput(serializers.Serializer[Any]):
    """Who sits on the seat; null frees it.

    `exception` is the reason for seating somebody whom the event's rule on substitutes refuses.
    """

    player = serializers.IntegerField(min_value=1, allow_null=True)
    exception = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class SeatView(ApiView):
    @writes("tables_substitute", TAG, SubstituteInput, TableSerializer, example={"player": 23})
    def put(self, request: Request, table: int, seat: int) -> Response:
        """Seat a member or a substitute for one at this table; null frees the seat.

        Whom the event's rule does not allow is refused with every reason (`may_not_stand_in`).
        """
        found = table_at(request, table)
        self.need("rounds.change_round", found)
        data = self.read(SubstituteInput)
        wanted = data["player"]
        club = found.round.stage.event.club_id
        player = None if wanted is None else fetch_all(Player, club, [wanted], "player")[0]
        row = one_of(Seat.objects.select_related("round"), table=found, number=seat)
        rounds.seat_substitute(
            seat=row, player=player, exception=data["exception"], actor=self.actor, at=self.at
        )
        (shown,) = tables_as_json(
            Table.objects.filter(pk=found.pk), full=True, hidden=NOTHING_HIDDEN
        )
        return Response(shown)
