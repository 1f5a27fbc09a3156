"""Substitutes of an event: who stood in, and the list of reserves."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import event_at, sees_full_names
from league.faces.api.answers import FULL, EntryNameField, IdField, PlayerNameField
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.schema import lists, writes
from league.play.events import services as events
from league.play.events.names import called_after
from league.play.rounds.models import RoundState
from league.play.rounds.substitutions import substitutions_of

TAG = "events"


class StaysField(IdField):
    """The id of a player, of a double that of the player who stays."""

    def to_representation(self, value: Player) -> int:  # type: ignore[override]
        return super().to_representation(called_after(value))


class StaysNameField(PlayerNameField):
    def to_representation(self, value: Player) -> str:  # type: ignore[override]
        return super().to_representation(called_after(value))


class SubstitutionSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round_id")
    table = serializers.IntegerField(source="table_id")
    seat = serializers.IntegerField(source="number")
    entry = serializers.IntegerField(source="placement.entry_id")
    entry_name = EntryNameField(source="placement.entry")
    player = StaysField()
    name = StaysNameField(source="player")
    stands_in_for = StaysField(allow_null=True)
    stands_in_for_name = StaysNameField(source="stands_in_for", allow_null=True)


class ReservesInput(serializers.Serializer[Any]):
    """The reserves of an event, in the place of whoever was on the list."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=500, allow_empty=True
    )


class ReserveSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="pk")
    name = PlayerNameField(source="*")


class SubstitutionList(ApiView):
    @lists("substitutions_list", TAG, SubstitutionSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who stood in for whom, in the order of the rounds; rounds to come for the desk only."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        seats = substitutions_of(found)
        if not self.may("clubs.view_desk", found.club):
            seats = seats.exclude(round__state=RoundState.DRAWN)
        return self.listed(seats, SubstitutionSerializer, full=full)


class Reserves(ApiView):
    @lists("reserves_list", TAG, ReserveSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Who may stand in where the event says "only the reserves"."""
        found = event_at(request, event)
        full = sees_full_names(request, found.club)
        players = Player.objects.filter(pk__in=found.reserves.values("player"))
        return self.listed(players.order_by("sort_key", "pk"), ReserveSerializer, full=full)

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
        return Response(ReserveSerializer(listed, many=True, context=FULL).data)
