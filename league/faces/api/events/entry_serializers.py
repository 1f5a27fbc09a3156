"""Entries as programs see them, and the shapes of what is sent to change and seed them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from league.clubs.models import Player
from league.play.events.missing_partners import waits_for_partner
from league.play.events.models import Entry, EntryState
from league.play.events.names import called_after, current_members, name_of


class EntryMemberSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Its own name, or those of its players.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    seed = serializers.IntegerField(allow_null=True)
    members = EntryMemberSerializer(many=True)
    waits_for_partner = serializers.BooleanField(
        help_text="A pair of one: it takes part once it has a second player and is accepted."
    )
    asked = EntryMemberSerializer(
        many=True, help_text="Partners who were named at sign-up and have not answered yet."
    )
    entered_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


def entry_as_json(entry: Entry, *, full: bool, asked: Sequence[Player] = ()) -> dict[str, Any]:
    players = [called_after(member.player) for member in current_members(entry)]
    return {
        "id": entry.pk,
        "event": entry.event_id,
        "number": entry.number,
        "name": name_of(entry, public=not full),
        "state": entry.state,
        "seed": entry.seed,
        "members": [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in players
        ],
        "waits_for_partner": waits_for_partner(entry.event, entry),
        "asked": [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in asked
        ],
        "entered_at": entry.entered_at,
        "withdrawn_at": entry.withdrawn_at,
    }


class AnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="Whether you will be in the entry.")


class EntryInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class EntryChangeInput(serializers.Serializer[Any]):
    """The members in their order, or the name; what is left out stays."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12, required=False
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class SeedsInput(serializers.Serializer[Any]):
    """The entries by seed, the first one first; those that are not named have no seed."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, allow_empty=True
    )
