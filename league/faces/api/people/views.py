"""Players of a club: one, many at once, kept apart, merged, forgotten."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Member, Player
from league.clubs.selectors import apart_from
from league.clubs.services import MOST_PLAYERS_AT_ONCE, Fate
from league.clubs.services.player_list import PlayerLine, read_players_csv
from league.faces.api.access import get_or_404, shown_players
from league.faces.api.api_view import fetch_all
from league.faces.api.filters import PlayerFilter, number_in
from league.faces.api.people.serializers import (
    IN_FULL,
    SURELY_NEW,
    PlayerChangeInput,
    PlayerInput,
    PlayerSerializer,
)
from league.faces.api.resources import WRITING, ClubResource
from league.faces.api.schema import ACCOUNT, act, lists, reads
from league.office.personal_data.services import forget_player
from league.office.personal_data.services.forgetting import LONGEST_WORD, MOST_WORDS

TAG = "clubs"
# --- What is sent and shown: many players at once, as rows or as the list of a spreadsheet ---

LONGEST_LIST = 1_000_000


class PlayerRowInput(PlayerChangeInput):
    """A player to change, by `id`; without one a player to add, who needs a name."""

    id = serializers.IntegerField(min_value=1, required=False)
    surely_new = serializers.BooleanField(required=False, help_text=SURELY_NEW)


class PlayersInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=PlayerRowInput(), min_length=1, max_length=MOST_PLAYERS_AT_ONCE
    )


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


# --- What is sent and shown: an account, who is kept apart, a double, words to forget ---


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


GOES = OpenApiParameter("goes", int, required=True, description="The double: who is merged.")


class MergeInput(serializers.Serializer[Any]):
    goes = serializers.IntegerField(min_value=1, help_text="The double: who is merged.")


class MergePreviewSerializer(serializers.Serializer[Any]):
    """Whole sentences: what would move, or what is in the way of it."""

    moves = serializers.ListField(child=serializers.CharField())
    obstacles = serializers.ListField(child=serializers.CharField())
    is_possible = serializers.BooleanField()


class ForgetInput(serializers.Serializer[Any]):
    words = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_WORD),
        max_length=MOST_WORDS,
        default=list,
        help_text="Nicknames and wrong spellings in notes; names and addresses are known.",
    )


# --- The players of a club ---


class PlayerViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The players of a club.

    Strangers see those who take part in an event that is public, by the name that each of
    them shows the public; the club's own people see everybody by the full name.
    """

    tag, operations = TAG, "players"
    about_one = "A player of a club; of a double, the player it was merged into."
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    words = {"import_list": "import"}
    lookup_url_kwarg = "player"
    write_permission = "clubs.change_people"

    @cached_property
    def player(self) -> Player:
        rows = Player.objects.select_related("user", "club", "merged_into")
        return get_or_404(rows, pk=self.kwargs["player"], club=self.club)

    def get_queryset(self) -> "QuerySet[Player]":
        players = shown_players(self.request, self.club)
        searches = {"name", "to_tell_apart"} & self.request.query_params.keys()
        if searches and not self.full:
            # a search by the full name would say whose initials they are
            players = players.filter(public_name="full")
        return players

    def get_object(self) -> Player:
        pk = self.kwargs["player"]
        double = Player.objects.filter(club=self.club, pk=pk).values_list("merged_into", flat=True)
        return get_or_404(shown_players(self.request, self.club), pk=double.first() or pk)

    def context(self) -> dict[str, Any]:
        if self.request.method in WRITING:
            return dict(IN_FULL)
        return {"full": self.full, "directs": self.may("clubs.view_people", self.club)}

    @act(
        PlayerInput,
        PlayerSerializer,
        status=201,
        made_at="clubs/{club}/players/{id}",
        example={"name": "Ada Whitlock", "member_number": "101"},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Add somebody who plays in the club."""
        data = self.read(PlayerInput)
        player = clubs.add_player(club=self.club, **data, by=self.by)
        return self.answer(player, 201)

    @act(PlayerChangeInput, PlayerSerializer, example={"public_name": "initials"}, versioned=True)
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change a player; with `is_active` false he is off the lists of who can play."""
        data = self.read(PlayerChangeInput)
        changed = clubs.change_player(player=self.player, **data, by=self.by)
        return self.answer(changed)

    @act(
        PlayersInput,
        PlayerSerializer(many=True),
        example={
            "players": [
                {"name": "Ada Whitlock", "member_number": "101"},
                {"id": 17, "is_active": False},
            ]
        },
    )
    @action(detail=False, methods=["post"], url_path="bulk", url_name="write")
    def write(self, request: Request, **_address: Any) -> Response:
        """Add and change up to 200 players at once, and answer with them in the same order.

        All rows are written, or none: then `rows` has every reason with the `index` of its row.
        """
        rows = self.read(PlayersInput)["players"]
        written = clubs.write_players(club=self.club, rows=rows, by=self.by)
        return Response(PlayerSerializer(written, many=True, context=IN_FULL).data)

    @act(
        PlayerListInput,
        ImportSerializer,
        example={"text": "Name,Member number\nAda Whitlock,101\n", "preview": True},
    )
    @action(detail=False, methods=["post"], url_path="import", url_name="import")
    def import_list(self, request: Request, **_address: Any) -> Response:
        """Take in a list of players, or look at what that would do.

        A player is known by the member number, else by the name. Lines with a problem are left
        out. A list of more than 300 lines is taken in by a worker.
        """
        data = self.read(PlayerListInput)
        lines = read_players_csv(data["text"])
        planned = clubs.plan_import(self.club, lines)
        job = None if data["preview"] else self._import(data["text"], lines)
        written = not data["preview"] and job is None
        shown = ImportSerializer({"written": written, "job": job, "lines": planned})
        return Response(shown.data)

    def _import(self, text: str, lines: list[PlayerLine]) -> int | None:
        """Store the list; return the number of the job where a worker does."""
        by = self.by
        if len(lines) > clubs.LONG_LIST:
            return clubs.request_import(club=self.club, text=text, by=by).pk
        clubs.import_players(club=self.club, rows=lines, by=by)
        return None

    @act(AccountInput, PlayerSerializer, example={"member": 5})
    @action(detail=True, methods=["put"], url_path="account", url_name="account")
    def link(self, request: Request, **_address: Any) -> Response:
        """Say which member a player is, or that none is."""
        number = self.read(AccountInput)["member"]
        who: dict[str, Any] = {"player": self.player, "by": self.by}
        if number is None:
            return self.answer(clubs.unlink_player(**who))
        member: Member = fetch_all(Member, self.club.pk, [number], "member")[0]
        return self.answer(clubs.link_player_to_account(user=member.user, **who))

    @lists("players_apart", TAG, ApartSerializer, by=ACCOUNT)
    @action(detail=True, read_permission="clubs.change_people")
    def apart(self, request: Request, **_address: Any) -> Response:
        """Whom draws keep apart from a player, and why."""
        return self.listed(kept_apart_from(self.player), ApartSerializer)

    @act(
        ApartInput,
        ApartSerializer(many=True),
        example={"other": 23, "reason": "They live together."},
    )
    @apart.mapping.post
    def keep_apart(self, request: Request, **_address: Any) -> Response:
        """Keep two players apart in draws of events that begin from now on."""
        data = self.read(ApartInput)
        clubs.keep_apart(
            player=self.player,
            other=self.other(data["other"], "other"),
            reason=data["reason"],
            by=self.by,
        )
        return Response(ApartSerializer(kept_apart_from(self.player), many=True).data)

    @act(OtherInput, ApartSerializer(many=True), example={"other": 23})
    @action(detail=True, methods=["post"], url_path="may-meet", url_name="may_meet")
    def let_meet(self, request: Request, **_address: Any) -> Response:
        """Let draws of events that begin from now on put the two together again."""
        player = self.player
        other = self.other(self.read(OtherInput)["other"], "other")
        clubs.let_meet(player=player, other=other, by=self.by)
        return Response(ApartSerializer(kept_apart_from(player), many=True).data)

    @reads("players_merge_preview", TAG, MergePreviewSerializer, parameters=[GOES], by=ACCOUNT)
    @action(detail=True, url_path="merge", url_name="merge", read_permission="clubs.change_people")
    def merge_preview(self, request: Request, **_address: Any) -> Response:
        """What merging a double into this player would do; nothing is changed."""
        stays, pk = self.player, number_in(request, "goes")
        if pk is None:
            raise ValidationError({"goes": _("Name the double.")}, code="required")
        preview = clubs.preview_merge(stays=stays, goes=self.other(pk, "goes"))
        return Response(MergePreviewSerializer(preview).data)

    @act(MergeInput, PlayerSerializer, as_read=False, example={"goes": 23})
    @merge_preview.mapping.post
    def merge(self, request: Request, **_address: Any) -> Response:
        """Merge a double into this player; results stay as they are, entries move."""
        stays, goes = self.player, self.other(self.read(MergeInput)["goes"], "goes")
        kept = clubs.merge_players(stays=stays, goes=goes, by=self.by)
        return self.answer(kept)

    @act(MergeInput, PlayerSerializer, example={"goes": 23})
    @action(detail=True, methods=["post"])
    def unmerge(self, request: Request, **_address: Any) -> Response:
        """Undo a merge: the double is a player of its own again, and is answered."""
        stays, goes = self.player, self.other(self.read(MergeInput)["goes"], "goes")
        back = clubs.undo_merge(stays=stays, goes=goes, by=self.by)
        return self.answer(back)

    @act(ForgetInput, PlayerSerializer, example={"words": ["Annie"]})
    @action(detail=True, methods=["post"], write_permission="clubs.forget_player")
    def forget(self, request: Request, **_address: Any) -> Response:
        """Forget a player for good, as the owners of the club may.

        The results stay under the name in this answer. A worker takes the name out of all other
        texts of the club within minutes. Forgotten twice, a player is forgotten once.
        """
        player, data = self.player, self.read(ForgetInput)
        forget_player(player=player, **data, by=self.by)
        return self.answer(Player.objects.get(pk=player.pk))

    def other(self, pk: int, field: str) -> Player:
        """Return the other player of the club that the field names. Raises ValidationError."""
        found: Player = fetch_all(Player, self.club.pk, [pk], field)[0]
        return found


def kept_apart_from(player: Player) -> list[dict[str, Any]]:
    """Return whom draws keep apart from a player, with the first reason that was given."""
    rows = apart_from(player)
    others = Player.objects.filter(pk__in=rows).order_by("sort_key", "id")
    return [
        {"player": one, "reason": next((row.reason for row in rows[one.pk] if row.reason), "")}
        for one in others
    ]
