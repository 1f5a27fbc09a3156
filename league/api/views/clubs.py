"""Clubs, their players, seasons, house rules and journal."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import club_at, one_of, sees_full_names, shown_players
from league.api.filters import HappeningFilter, PlayerFilter, filtered
from league.api.pagination import NewestFirst
from league.api.schema import lists, reads, writes
from league.api.serializers.clubs import (
    ClubSerializer,
    PlayerChangeInput,
    PlayerInput,
    PlayerSerializer,
    SeasonSerializer,
    player_as_json,
)
from league.api.serializers.house_rules import (
    HouseRulesDetailSerializer,
    HouseRulesSerializer,
    house_rules_in_full,
)
from league.api.serializers.seasons import SeasonInput
from league.api.serializers.standings import HappeningSerializer, happening_as_json
from league.api.views.plain import ApiView
from league.clubs import services as clubs
from league.clubs.models import Club, HouseRules, Player
from league.clubs.selectors import house_rules_of
from league.events import services as events
from league.events.selectors import seasons_of
from league.journal.selectors import happenings

TAG = "clubs"


class ClubList(ApiView):
    @lists("clubs_list", TAG, ClubSerializer)
    def get(self, request: Request) -> Response:
        """The clubs of the site, by name."""
        found = Club.objects.order_by("name", "id")
        return self.listed(found, lambda rows: ClubSerializer(rows, many=True).data)


class ClubView(ApiView):
    @reads("clubs_read", TAG, ClubSerializer)
    def get(self, request: Request, club: str) -> Response:
        """A club, by its address."""
        return Response(ClubSerializer(club_at(club)).data)


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
        if not full and "name" in request.query_params:
            # a search by the full name would say whose initials they are
            players = players.filter(public_name="full")
        return self.listed(
            filtered(request, players, PlayerFilter),
            lambda rows: [player_as_json(row, full=full, directs=directs) for row in rows],
        )

    @writes(
        "players_add",
        TAG,
        PlayerInput,
        PlayerSerializer,
        status=201,
        example={"name": "Ada Whitlock", "member_number": "101"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Add somebody who plays in the club."""
        found = club_at(club)
        self.need("clubs.change_people", found)
        data = self.read(PlayerInput)
        player = clubs.add_player(club=found, **data, actor=self.actor, at=self.at)
        return Response(player_as_json(player, full=True, directs=True), status=201)


class PlayerView(ApiView):
    @reads("players_read", TAG, PlayerSerializer)
    def get(self, request: Request, club: str, player: int) -> Response:
        """A player of a club; of a double, the player it was merged into."""
        found = club_at(club)
        double = Player.objects.filter(club=found, pk=player).values_list("merged_into", flat=True)
        stays = double.first() or player
        return Response(
            player_as_json(
                one_of(shown_players(request, found), pk=stays),
                full=sees_full_names(request, found),
                directs=self.may("clubs.view_people", found),
            )
        )

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
        row = one_of(Player.objects.filter(club=found), pk=player)
        data = self.read(PlayerChangeInput)
        changed = clubs.change_player(player=row, **data, actor=self.actor, at=self.at)
        return Response(player_as_json(changed, full=True, directs=True))


class SeasonList(ApiView):
    @lists("seasons_list", TAG, SeasonSerializer)
    def get(self, request: Request, club: str) -> Response:
        """The seasons of a club, newest first."""
        seasons = seasons_of(club_at(club))
        return self.listed(seasons, lambda rows: SeasonSerializer(rows, many=True).data)

    @writes(
        "seasons_add",
        TAG,
        SeasonInput,
        SeasonSerializer,
        status=201,
        example={"name": "Autumn 2026", "starts_on": "2026-09-03", "ends_on": "2026-12-17"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Add a season to a club."""
        found = club_at(club)
        self.need("events.add_season", found)
        data = self.read(SeasonInput)
        season = events.add_season(club=found, **data, actor=self.actor, at=self.at)
        return Response(SeasonSerializer(season).data, status=201)


class HouseRulesList(ApiView):
    @lists("house_rules_list", TAG, HouseRulesSerializer)
    def get(self, request: Request, club: str) -> Response:
        """The house rules a club plays by now, by name; those in its archive are left out."""
        rules = house_rules_of(club_at(club))
        return self.listed(rules, lambda rows: HouseRulesSerializer(rows, many=True).data)


class HouseRulesView(ApiView):
    @reads("house_rules_read", TAG, HouseRulesDetailSerializer)
    def get(self, request: Request, club: str, rules: int) -> Response:
        """House rules with their printed page, in the language asked for."""
        found = one_of(HouseRules.objects.filter(club=club_at(club)), pk=rules)
        return Response(house_rules_in_full(found))


class Journal(ApiView):
    pages = NewestFirst

    @lists("journal_list", TAG, HappeningSerializer, filters=HappeningFilter, by_cursor=True)
    def get(self, request: Request, club: str) -> Response:
        """What happened in a club, newest first; for its directors and owners."""
        found = club_at(club)
        self.need("clubs.view_journal", found)
        rows = filtered(request, happenings(found.pk), HappeningFilter)
        return self.listed(rows, lambda page: [happening_as_json(row) for row in page])
