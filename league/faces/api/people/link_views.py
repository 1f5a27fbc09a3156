"""Whose account a player is, and whom draws keep a player apart from."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Member, Player
from league.clubs.selectors import apart_from
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.people.serializers import IN_FULL, PlayerSerializer
from league.faces.api.schema import ACCOUNT, lists, writes

TAG = "clubs"


class AccountInput(serializers.Serializer[Any]):
    member = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The member's number; null takes the link away."
    )


class ApartInput(serializers.Serializer[Any]):
    other = serializers.IntegerField(min_value=1, help_text="The other player.")
    reason = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class OtherInput(serializers.Serializer[Any]):
    other = serializers.IntegerField(min_value=1, help_text="The other player.")


class ApartSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    reason = serializers.CharField(allow_blank=True)


class OwnPlayerBase(ApiView):
    def player(self, club: str, pk: int) -> Player:
        found = club_at(club)
        self.need("clubs.change_people", found)
        return get_or_404(Player.objects.select_related("user", "club"), pk=pk, club=found)


class PlayerAccount(OwnPlayerBase):
    @writes("players_link", TAG, AccountInput, PlayerSerializer, example={"member": 5})
    def put(self, request: Request, club: str, player: int) -> Response:
        """Say which member a player is, or that none is."""
        row = self.player(club, player)
        number = self.read(AccountInput)["member"]
        who: dict[str, Any] = {"actor": self.actor, "at": self.at}
        if number is None:
            changed = clubs.unlink_player(player=row, **who)
        else:
            member: Member = fetch_all(Member, row.club_id, [number], "member")[0]
            changed = clubs.link_player_to_account(player=row, user=member.user, **who)
        return Response(PlayerSerializer(changed, context=IN_FULL).data)


class KeptApart(OwnPlayerBase):
    @lists("players_apart", TAG, ApartSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str, player: int) -> Response:
        """Whom draws keep apart from a player, and why."""
        return self.listed(kept_apart_from(self.player(club, player)), ApartSerializer)

    @writes(
        "players_keep_apart",
        TAG,
        ApartInput,
        ApartSerializer(many=True),
        example={"other": 23, "reason": "They live together."},
    )
    def post(self, request: Request, club: str, player: int) -> Response:
        """Keep two players apart in draws of events that begin from now on."""
        row = self.player(club, player)
        data = self.read(ApartInput)
        other: Player = fetch_all(Player, row.club_id, [data["other"]], "other")[0]
        clubs.keep_apart(
            player=row, other=other, reason=data["reason"], actor=self.actor, at=self.at
        )
        return Response(ApartSerializer(kept_apart_from(row), many=True).data)


class MayMeet(OwnPlayerBase):
    @writes("players_let_meet", TAG, OtherInput, ApartSerializer(many=True), example={"other": 23})
    def post(self, request: Request, club: str, player: int) -> Response:
        """Let draws of events that begin from now on put the two together again."""
        row = self.player(club, player)
        other: Player = fetch_all(Player, row.club_id, [self.read(OtherInput)["other"]], "other")[0]
        clubs.let_meet(player=row, other=other, actor=self.actor, at=self.at)
        return Response(ApartSerializer(kept_apart_from(row), many=True).data)


def kept_apart_from(player: Player) -> list[dict[str, Any]]:
    """Return whom draws keep apart from a player, with the first reason that was given."""
    rows = apart_from(player)
    others = Player.objects.filter(pk__in=rows).order_by("sort_key", "id")
    return [
        {"player": one, "reason": next((row.reason for row in rows[one.pk] if row.reason), "")}
        for one in others
    ]
