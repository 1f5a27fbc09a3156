"""The players of a club."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Player
from league.faces.api.access import club_at, get_or_404, sees_full_names, shown_players
from league.faces.api.api_view import ApiView
from league.faces.api.filters import PlayerFilter, filtered
from league.faces.api.people.serializers import (
    IN_FULL,
    PlayerChangeInput,
    PlayerInput,
    PlayerSerializer,
)
from league.faces.api.schema import lists, reads, writes

TAG = "clubs"


class PlayerList(ApiView):
    @lists("players_list", TAG, PlayerSerializer, filters=PlayerFilter)
    def get(self, request: Request, club: str) -> Response:
        """The players of a club.

        Strangers see those who take part in an event that is public, by the name that each of
        them shows the public; the club's own people see everybody by the full name.
        """
        found = club_at(club)
        full, directs = sees_full_names(request, found), self.may("clubs.view_people", found)
        players = shown_players(request, found)
        if not full and {"name", "to_tell_apart"} & request.query_params.keys():
            # a search by the full name would say whose initials they are
            players = players.filter(public_name="full")
        return self.listed(
            filtered(request, players, PlayerFilter), PlayerSerializer, full=full, directs=directs
        )

    @writes(
        "players_add",
        TAG,
        PlayerInput,
        PlayerSerializer,
        status=201,
        made_at="clubs/{club}/players/{id}",
        example={"name": "Ada Whitlock", "member_number": "101"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Add somebody who plays in the club."""
        found = club_at(club)
        self.need("clubs.change_people", found)
        data = self.read(PlayerInput)
        player = clubs.add_player(club=found, **data, actor=self.actor, at=self.at)
        return Response(PlayerSerializer(player, context=IN_FULL).data, status=201)


class PlayerView(ApiView):
    @reads("players_read", TAG, PlayerSerializer)
    def get(self, request: Request, club: str, player: int) -> Response:
        """A player of a club; of a double, the player it was merged into."""
        found = club_at(club)
        double = Player.objects.filter(club=found, pk=player).values_list("merged_into", flat=True)
        stays = double.first() or player
        row = get_or_404(shown_players(request, found), pk=stays)
        full, directs = sees_full_names(request, found), self.may("clubs.view_people", found)
        shown = PlayerSerializer(row, context={"full": full, "directs": directs})
        return Response(shown.data)

    @writes(
        "players_change",
        TAG,
        PlayerChangeInput,
        PlayerSerializer,
        example={"public_name": "initials"},
        versioned=True,
    )
    def patch(self, request: Request, club: str, player: int) -> Response:
        """Change a player; with `is_active` false he is off the lists of who can play."""
        found = club_at(club)
        self.need("clubs.change_people", found)
        row = get_or_404(Player.objects.filter(club=found), pk=player)
        data = self.read(PlayerChangeInput)
        changed = clubs.change_player(player=row, **data, actor=self.actor, at=self.at)
        return Response(PlayerSerializer(changed, context=IN_FULL).data)
