"""Substitutes of an event as programs see them: who stood in, and the list of reserves."""

from typing import Any

from rest_framework import serializers

from league.events.names import called_after, name_of
from league.rounds.models import Seat


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
