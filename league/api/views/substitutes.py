"""Who stood in at an event, and who is on its list of reserves."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import event_at, sees_full_names
from league.api.schema import lists, writes
from league.api.serializers.substitutes import (
    ReserveSerializer,
    ReservesInput,
    SubstitutionSerializer,
    substitution_as_json,
)
from league.api.views.plain import ApiView, fetch_all
from league.clubs.models import Player
from league.events import services as events
from league.rounds.models import RoundState
from league.rounds.substitutions import substitutions_of

TAG = "events"


class SubstitutionList(ApiView):
    @lists("substitutions_list", TAG, SubstitutionSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who stood in for whom, in the order of the rounds; rounds to come for the desk only."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        seats = substitutions_of(found)
        if not self.may("clubs.view_desk", found.club):
            seats = seats.exclude(round__state=RoundState.DRAWN)
        return self.listed(seats, lambda rows: [substitution_as_json(s, full=full) for s in rows])


class Reserves(ApiView):
    @lists("reserves_list", TAG, ReserveSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who may stand in where the event says "only the reserves"."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        players = Player.objects.filter(pk__in=found.reserves.values("player"))
        return self.listed(
            players.order_by("sort_key", "pk"),
            lambda rows: [_as_json(player, full=full) for player in rows],
        )

    @writes(
        "reserves_set",
        TAG,
        ReservesInput,
        ReserveSerializer(many=True),
        example={"players": [17, 23]},
    )
    def put(self, request: Request, event: int) -> Response:
        """Make these players the reserves of the event, whoever was before."""
        found = event_at(request, event)
        self.need("events.change_event", found)
        players = fetch_all(Player, found.club_id, self.read(ReservesInput)["players"], "players")
        listed = events.set_reserves(event=found, players=players, actor=self.actor, at=self.at)
        return Response([_as_json(player, full=True) for player in listed])


def _as_json(player: Player, *, full: bool) -> dict[str, object]:
    return {"player": player.pk, "name": player.name if full else player.shown_name}
