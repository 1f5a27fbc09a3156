"""A player forgotten by a program, at the person's wish."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Player
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.people.serializers import IN_FULL, PlayerSerializer
from league.faces.api.people.views import TAG
from league.faces.api.schema import writes
from league.office.personal_data.services import forget_player
from league.office.personal_data.services.forgetting import LONGEST_WORD, MOST_WORDS


class ForgetInput(serializers.Serializer[Any]):
    words = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_WORD),
        max_length=MOST_WORDS,
        default=list,
        help_text="Nicknames and wrong spellings in notes; names and addresses are known.",
    )


class ForgetPlayer(ApiView):
    @writes(
        "players_forget",
        TAG,
        ForgetInput,
        PlayerSerializer,
        example={"words": ["Annie"]},
    )
    def post(self, request: Request, club: str, player: int) -> Response:
        """Forget a player for good, as the owners of the club may.

        The results stay under the name in this answer. A worker takes the name out of all other
        texts of the club within minutes. Forgotten twice, a player is forgotten once.
        """
        found = club_at(club)
        self.need("clubs.forget_player", found)
        row = get_or_404(Player.objects.filter(club=found), pk=player)
        data = self.read(ForgetInput)
        forget_player(player=row, **data, actor=self.actor, at=self.at)
        named = Player.objects.get(pk=row.pk)
        return Response(PlayerSerializer(named, context=IN_FULL).data)
