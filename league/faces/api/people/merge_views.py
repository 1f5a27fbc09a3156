"""Two rows of one person: looked at, made one, and taken apart again."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Club, Player
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.filters import number_in
from league.faces.api.people.serializers import IN_FULL, PlayerSerializer
from league.faces.api.schema import ACCOUNT, reads, writes

TAG = "clubs"
GOES = OpenApiParameter("goes", int, required=True, description="The double: who is merged.")


class MergeInput(serializers.Serializer[Any]):
    goes = serializers.IntegerField(min_value=1, help_text="The double: who is merged.")


class MergePreviewSerializer(serializers.Serializer[Any]):
    """Whole sentences: what would move, or what is in the way of it."""

    moves = serializers.ListField(child=serializers.CharField())
    obstacles = serializers.ListField(child=serializers.CharField())
    is_possible = serializers.BooleanField()


class MergeBase(ApiView):
    def player(self, club: Club, pk: int) -> Player:
        self.need("clubs.change_people", club)
        return get_or_404(
            Player.objects.select_related("user", "club", "merged_into"), pk=pk, club=club
        )

    def double(self, club: Club, pk: int) -> Player:
        found: Player = fetch_all(Player, club.pk, [pk], "goes")[0]
        return found


class MergePlayers(MergeBase):
    @reads(
        "players_merge_preview",
        TAG,
        MergePreviewSerializer,
        parameters=[GOES],
        by=ACCOUNT,
    )
    def get(self, request: Request, club: str, player: int) -> Response:
        """What merging a double into this player would do; nothing is changed."""
        found = club_at(club)
        stays = self.player(found, player)
        pk = number_in(request, "goes")
        if pk is None:
            raise ValidationError({"goes": _("Name the double.")}, code="required")
        preview = clubs.preview_merge(stays=stays, goes=self.double(found, pk))
        return Response(MergePreviewSerializer(preview).data)

    @writes("players_merge", TAG, MergeInput, PlayerSerializer, example={"goes": 23})
    def post(self, request: Request, club: str, player: int) -> Response:
        """Merge a double into this player; results stay as they are, entries move."""
        found = club_at(club)
        stays = self.player(found, player)
        goes = self.double(found, self.read(MergeInput)["goes"])
        kept = clubs.merge_players(stays=stays, goes=goes, actor=self.actor, at=self.at)
        return Response(PlayerSerializer(kept, context=IN_FULL).data)


class UnmergePlayers(MergeBase):
    @writes("players_unmerge", TAG, MergeInput, PlayerSerializer, example={"goes": 23})
    def post(self, request: Request, club: str, player: int) -> Response:
        """Undo a merge: the double is a player of its own again, and is answered."""
        found = club_at(club)
        stays = self.player(found, player)
        goes = self.double(found, self.read(MergeInput)["goes"])
        back = clubs.undo_merge(stays=stays, goes=goes, actor=self.actor, at=self.at)
        return Response(PlayerSerializer(back, context=IN_FULL).data)
