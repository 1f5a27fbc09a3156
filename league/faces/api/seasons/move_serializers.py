"""Handicaps, promotion and relegation as programs see them."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.sentences import sentence_from_json
from games.services import render_sentence, whole_sentence
from league.faces.api.answers import RoundedField
from league.faces.api.seasons.serializers import ROUNDED
from league.tables.seasons.drafts import Draft
from league.tables.seasons.methods import MoveKind
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import names_of_keys


class HandicapSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(help_text="The player's key, such as `p12`.")
    name = serializers.CharField()
    handicap = RoundedField(source="value", help_text=ROUNDED)
    worked_out = RoundedField(help_text="Without the club's own word.")
    set_by_club = serializers.BooleanField(source="is_own")
    why = serializers.CharField()


class HandicapListSerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    handicaps = HandicapSerializer(many=True)


class HandicapInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1)
    value = serializers.DecimalField(
        max_digits=6, decimal_places=2, allow_null=True, help_text="Null: worked out again."
    )
    from_day = serializers.DateField()
    reason = serializers.CharField(max_length=200)


class MoveSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.SerializerMethodField()
    before = serializers.IntegerField(allow_null=True, help_text="The number of the division.")
    after = serializers.IntegerField(allow_null=True, help_text="Null: in none.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in MoveKind])
    settled = serializers.BooleanField(
        source="is_settled", help_text="False: level at a line, to be decided."
    )
    why = serializers.SerializerMethodField()

    def get_name(self, move: dict[str, Any]) -> str:
        name: str = self.context["names"][move["key"]].full
        return name

    def get_why(self, move: dict[str, Any]) -> str:
        return whole_sentence(render_sentence(sentence_from_json(move["why"])))


class MovesSerializer(serializers.Serializer[Any]):
    signed_at = serializers.SerializerMethodField()
    signed_by = serializers.SerializerMethodField()
    digest = serializers.CharField(help_text="Names the draft as it is now; sent with `sign`.")
    moves = serializers.SerializerMethodField()

    @property
    def signed(self) -> SignedMoves | None:
        signed: SignedMoves | None = self.context["signed"]
        return signed

    def get_signed_at(self, draft: Draft) -> datetime | None:
        return self.signed.signed_at if self.signed else None

    def get_signed_by(self, draft: Draft) -> str | None:
        return str(self.signed.signed_by) if self.signed else None

    @extend_schema_field(MoveSerializer(many=True))
    def get_moves(self, draft: Draft) -> Any:
        """Return what was signed, else the draft."""
        moves = self.signed.moves if self.signed else draft.stored
        names = names_of_keys(draft.sheet.season, [move["key"] for move in moves])
        return MoveSerializer(moves, many=True, context={"names": names}).data


class SignInput(serializers.Serializer[Any]):
    digest = serializers.CharField(max_length=64)


class MoveDecisionInput(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=120)
    to = serializers.IntegerField(min_value=1, max_value=20, allow_null=True)
    reason = serializers.CharField(max_length=200)
