"""Many players at once: as rows, or as the list that a spreadsheet has saved."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import services as clubs
from league.clubs.models import Club
from league.clubs.services import MOST_PLAYERS_AT_ONCE, Fate
from league.clubs.services.player_list import PlayerLine, read_players_csv
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.people.serializers import (
    IN_FULL,
    SURELY_NEW,
    PlayerChangeInput,
    PlayerSerializer,
)
from league.faces.api.schema import writes

TAG = "clubs"
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
        written = clubs.write_players(club=found, rows=rows, actor=self.actor, at=self.at)
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
        who: dict[str, Any] = {"actor": self.actor, "at": self.at}
        if len(lines) > clubs.LONG_LIST:
            return clubs.request_import(club=club, text=text, **who).pk
        clubs.import_players(club=club, rows=lines, **who)
        return None
