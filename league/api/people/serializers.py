"""The players of a club as programs see them."""

from typing import Any

from rest_framework import serializers

from league.clubs.models import Player, PublicName


class PlayerSerializer(serializers.Serializer[Any]):
    """A player. Strangers see the name as the player wishes; directors the member number too."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    is_active = serializers.BooleanField()
    member_number = serializers.CharField(
        allow_null=True, help_text="Null for whoever may not see the club's people."
    )


class PlayerChangeInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120, required=False)
    sort_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    member_number = serializers.CharField(max_length=40, required=False, allow_blank=True)
    email = serializers.EmailField(required=False, allow_blank=True)
    public_name = serializers.ChoiceField(choices=PublicName.choices, required=False)
    is_active = serializers.BooleanField(required=False)


class PlayerInput(PlayerChangeInput):
    """A new player; without `public_name` the public sees the full name."""

    name = serializers.CharField(max_length=120)
    is_active = None  # type: ignore[assignment]


def player_as_json(player: Player, *, full: bool, directs: bool) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name if full else player.shown_name,
        "is_active": player.is_active,
        "member_number": player.member_number if directs else None,
    }
