"""The players of a club as programs see them."""

from typing import Any

from rest_framework import serializers

from league.clubs.models import LONGEST_TOLD_APART, Player, PublicName
from league.faces.api.answers import PlayerNameField

# of whom nothing is hidden
IN_FULL = {"full": True, "directs": True}
SURELY_NEW = (
    "True: it is another person than the players whose names only differ in accents. Without it "
    "that is refused as `name_alike`."
)


class PlayerSerializer(serializers.Serializer[Any]):
    """A player. Strangers see the name as the player wishes; directors the member number too."""

    id = serializers.IntegerField()
    name = PlayerNameField(source="*")
    told_apart_by = serializers.CharField(
        allow_blank=True,
        help_text="What follows the name in brackets where another player has the same one.",
    )
    family_name = serializers.SerializerMethodField(
        help_text="As it was said, else guessed; null where only initials may be seen.",
    )
    is_active = serializers.BooleanField()
    member_number = serializers.SerializerMethodField(
        help_text="Null for whoever may not see the club's people."
    )

    def get_family_name(self, player: Player) -> str | None:
        is_seen = self.context["full"] or player.public_name == PublicName.FULL
        return player.family if is_seen else None

    def get_member_number(self, player: Player) -> str | None:
        return player.member_number if self.context["directs"] else None


class PlayerChangeInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120, required=False)
    sort_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    family_name = serializers.CharField(
        max_length=120,
        required=False,
        allow_blank=True,
        help_text="Empty to have it taken from the name.",
    )
    told_apart_by = serializers.CharField(
        max_length=LONGEST_TOLD_APART,
        required=False,
        allow_blank=True,
        help_text="What tells the player apart from another one of the same name.",
    )
    member_number = serializers.CharField(max_length=40, required=False, allow_blank=True)
    email = serializers.EmailField(required=False, allow_blank=True)
    phone = serializers.CharField(max_length=30, required=False, allow_blank=True)
    takes_mail = serializers.BooleanField(
        required=False,
        help_text="Whether a player without an account is mailed about matches and results.",
    )
    is_guest = serializers.BooleanField(
        required=False, help_text="Whether the kitty charges what guests pay, from today on."
    )
    public_name = serializers.ChoiceField(choices=PublicName.choices, required=False)
    is_active = serializers.BooleanField(required=False)


class PlayerInput(PlayerChangeInput):
    """A new player; without `public_name` the public sees the full name."""

    name = serializers.CharField(max_length=120)
    surely_new = serializers.BooleanField(required=False, help_text=SURELY_NEW)
    is_active = None  # type: ignore[assignment]
