"""Substitutes of an event: who stood in, and the list of reserves."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import event_at, sees_full_names
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.schema import lists, writes
from league.play.events import services as events
from league.play.events.names import called_after, name_of
from league.play.rounds.models import RoundState, Seat
from league.play.rounds.substitutions import substitutions_of

TAG = "events"


class SubstitutionSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    seat = serializers.IntegerField()
    entry = serializers.IntegerField()
    entry_name = serializers.CharField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    stands_in_for = serializers.IntegerField(allow_null=True)
    stands_in_for_name = serializers.CharField(allow_null=True)


class ReservesInput(serializers.Serializer[Any]):
    """The reserves of an event, in the place of whoever was on the list."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=500, allow_empty=True
    )


class ReserveSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


def substitution_as_json(seat: Seat, *, full: bool) -> dict[str, Any]:
    player = called_after(seat.player) if seat.player else None
    absent = called_after(seat.stands_in_for) if seat.stands_in_for else None
    return {
        "round": seat.round_id,
        "table": seat.table_id,
        "seat": seat.number,
        "entry": seat.placement.entry_id,
        "entry_name": name_of(seat.placement.entry, public=not full),
        "player": player.pk if player else None,
        "name": (player.name if full else player.shown_name) if player else None,
        "stands_in_for": absent.pk if absent else None,
        "stands_in_for_name": (absent.name if full else absent.shown_name) if absent else None,
    }


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
