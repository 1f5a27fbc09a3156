"""Players of a club: one, many at once, kept apart, merged, forgotten."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Club, Member, Player
from league.clubs.selectors import apart_from
from league.clubs.services import MOST_PLAYERS_AT_ONCE, Fate
from league.clubs.services.player_list import PlayerLine, read_players_csv
from league.faces.api.access import club_at, get_or_404, sees_full_names, shown_players
from league.faces.api.api_view import ApiView, fetch_all
from league.faces.api.filters import PlayerFilter, filtered, number_in
from league.faces.api.people.serializers import (
    IN_FULL,
    SURELY_NEW,
    PlayerChangeInput,
    PlayerInput,
    PlayerSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.office.personal_data.services import forget_player
from league.office.personal_data.services.forgetting import LONGEST_WORD, MOST_WORDS

# --- The players of a club ---

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
        player = clubs.add_player(club=found, **data, by=self.by)
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
        changed = clubs.change_player(player=row, **data, by=self.by)
        return Response(PlayerSerializer(changed, context=IN_FULL).data)


# --- Many players at once: as rows, or as the list that a spreadsheet has saved ---

LONGEST_LIST = 1_000_000


class PlayerRowInput(PlayerChangeInput):
    """A player to change, by `id`; without one a player to add, who needs a name."""

    id = serializers.IntegerField(min_value=1, required=False)
    surely_new = serializers.BooleanField(required=False, help_text=SURELY_NEW)


class PlayersInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=PlayerRowInput(), min_length=1, max_length=MOST_PLAYERS_AT_ONCE
    )


class WritePlayers(ApiView):
    @writes(
        "players_write",
        TAG,
        PlayersInput,
        PlayerSerializer(many=True),
        example={
            "players": [
                {"name": "Ada Whitlock", "member_number": "101"},
                {"id": 17, "is_active": False},
            ]
        },
    )
    def post(self, request: Request, club: str) -> Response:
        """Add and change up to 200 players at once, and answer with them in the same order.

        All rows are written, or none: then `rows` has every reason with the `index` of its row.
        """
        found = club_at(club)
        self.need("clubs.change_people", found)
        rows = self.read(PlayersInput)["players"]
        written = clubs.write_players(club=found, rows=rows, by=self.by)
        return Response(PlayerSerializer(written, many=True, context=IN_FULL).data)


class PlayerListInput(serializers.Serializer[Any]):
    """A list as CSV: with a line of headings, or the names in the first column."""

    text = serializers.CharField(max_length=LONGEST_LIST, trim_whitespace=False)
    preview = serializers.BooleanField(
        default=False, help_text="Only say what would become of each line."
    )


class ChangedFieldSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: tuple[str, str, str]) -> dict[str, str]:
        return dict(zip(self.fields, instance, strict=True))


class PlannedLineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(
        source="line.line", help_text="Counted from 1, with the headings."
    )
    name = serializers.CharField(source="line.name", allow_blank=True)
    fate = serializers.ChoiceField(choices=[str(fate) for fate in Fate])
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, help_text="Who is there already."
    )
    changes = ChangedFieldSerializer(many=True)
    problem = serializers.CharField(allow_blank=True, help_text="Why the line is left out.")


class ImportSerializer(serializers.Serializer[Any]):
    """What becomes of each line; `job` carries a long list out (`/clubs/{club}/jobs/{job}`)."""

    written = serializers.BooleanField(help_text="False for a preview, and while `job` works.")
    job = serializers.IntegerField(allow_null=True)
    lines = PlannedLineSerializer(many=True)


class ImportPlayers(ApiView):
    @writes(
        "players_import",
        TAG,
        PlayerListInput,
        ImportSerializer,
        example={"text": "Name,Member number\nAda Whitlock,101\n", "preview": True},
    )
    def post(self, request: Request, club: str) -> Response:
        """Take in a list of players, or look at what that would do.

        A player is known by the member number, else by the name. Lines with a problem are left
        out. A list of more than 300 lines is taken in by a worker.
        """
        found = club_at(club)
        self.need("clubs.change_people", found)
        data = self.read(PlayerListInput)
        lines = read_players_csv(data["text"])
        planned = clubs.plan_import(found, lines)
        job = None if data["preview"] else self._import(found, data["text"], lines)
        written = not data["preview"] and job is None
        shown = ImportSerializer({"written": written, "job": job, "lines": planned})
        return Response(shown.data)

    def _import(self, club: Club, text: str, lines: list[PlayerLine]) -> int | None:
        """Store the list; return the number of the job where a worker does."""
        by = self.by
        if len(lines) > clubs.LONG_LIST:
            return clubs.request_import(club=club, text=text, by=by).pk
        clubs.import_players(club=club, rows=lines, by=by)
        return None


# --- Whose account a player is, and whom draws keep a player apart from ---


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
        by = self.by
        if number is None:
            changed = clubs.unlink_player(player=row, by=by)
        else:
            member: Member = fetch_all(Member, row.club_id, [number], "member")[0]
            changed = clubs.link_player_to_account(player=row, user=member.user, by=by)
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
        clubs.keep_apart(player=row, other=other, reason=data["reason"], by=self.by)
        return Response(ApartSerializer(kept_apart_from(row), many=True).data)


class MayMeet(OwnPlayerBase):
    @writes("players_let_meet", TAG, OtherInput, ApartSerializer(many=True), example={"other": 23})
    def post(self, request: Request, club: str, player: int) -> Response:
        """Let draws of events that begin from now on put the two together again."""
        row = self.player(club, player)
        other: Player = fetch_all(Player, row.club_id, [self.read(OtherInput)["other"]], "other")[0]
        clubs.let_meet(player=row, other=other, by=self.by)
        return Response(ApartSerializer(kept_apart_from(row), many=True).data)


def kept_apart_from(player: Player) -> list[dict[str, Any]]:
    """Return whom draws keep apart from a player, with the first reason that was given."""
    rows = apart_from(player)
    others = Player.objects.filter(pk__in=rows).order_by("sort_key", "id")
    return [
        {"player": one, "reason": next((row.reason for row in rows[one.pk] if row.reason), "")}
        for one in others
    ]


# --- Two rows of one person: looked at, made one, and taken apart again ---

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
        kept = clubs.merge_players(stays=stays, goes=goes, by=self.by)
        return Response(PlayerSerializer(kept, context=IN_FULL).data)


class UnmergePlayers(MergeBase):
    @writes("players_unmerge", TAG, MergeInput, PlayerSerializer, example={"goes": 23})
    def post(self, request: Request, club: str, player: int) -> Response:
        """Undo a merge: the double is a player of its own again, and is answered."""
        found = club_at(club)
        stays = self.player(found, player)
        goes = self.double(found, self.read(MergeInput)["goes"])
        back = clubs.undo_merge(stays=stays, goes=goes, by=self.by)
        return Response(PlayerSerializer(back, context=IN_FULL).data)


# --- A player forgotten by a program, at the person's wish ---


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
        forget_player(player=row, **data, by=self.by)
        named = Player.objects.get(pk=row.pk)
        return Response(PlayerSerializer(named, context=IN_FULL).data)
