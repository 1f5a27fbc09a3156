"""Who sits where at one table: members of the entry, or substitutes for them."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import one_of, table_at
from league.api.schema import writes
from league.api.serializers.rounds import SubstituteInput
from league.api.serializers.tables import TableSerializer
from league.api.table_rows import tables_as_json
from league.api.views.plain import ApiView, fetch_all
from league.clubs.models import Player
from league.prepared.hiding import NOTHING_HIDDEN
from league.rounds import services as rounds
from league.rounds.models import Seat, Table

TAG = "tables"


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
