"""Handicaps, promotion and relegation as programs see them."""

from typing import Any

from rest_framework import serializers

from games.sentences import sentence_from_json
from games.services import in_words, whole_sentence
from league.faces.api.seasons.serializers import ROUNDED
from league.tables.seasons.drafts import Draft
from league.tables.seasons.methods import MoveKind
from league.tables.seasons.models import SignedMoves
from league.tables.seasons.selectors import names_of_keys
from league.tables.seasons.shown import ShownHandicap
from league.tables.standings.methods import as_json


class HandicapSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(help_text="The player's key, such as `p12`.")
    name = serializers.CharField()
    handicap = serializers.FloatField(help_text=ROUNDED)
    worked_out = serializers.FloatField(help_text="Without the club's own word.")
    set_by_club = serializers.BooleanField()
    why = serializers.CharField()


class HandicapListSerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    handicaps = HandicapSerializer(many=True)


def handicap_as_json(line: ShownHandicap) -> dict[str, Any]:
    return {
        "player": line.player,
        "name": line.name,
        "handicap": as_json(line.value),
        "worked_out": as_json(line.worked_out),
        "set_by_club": line.is_own,
        "why": line.why,
    }


class HandicapInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(min_value=1)
    value = serializers.DecimalField(
        max_digits=6, decimal_places=2, allow_null=True, help_text="Null: worked out again."
    )
    from_day = serializers.DateField()
    reason = serializers.CharField(max_length=200)


class MoveSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True, help_text="The number of the division.")
    after = serializers.IntegerField(allow_null=True, help_text="Null: in none.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in MoveKind])
    settled = serializers.BooleanField(help_text="False: level at a line, to be decided.")
    why = serializers.CharField()


class MovesSerializer(serializers.Serializer[Any]):
    signed_at = serializers.DateTimeField(allow_null=True)
    signed_by = serializers.CharField(allow_null=True)
    digest = serializers.CharField(help_text="Names the draft as it is now; sent with `sign`.")
    moves = MoveSerializer(many=True)


def moves_as_json(draft: Draft, signed: SignedMoves | None) -> dict[str, Any]:
    """Return what was signed, else the draft; the digest is always that of the draft."""
    moves = signed.moves if signed else draft.stored
    names = names_of_keys(draft.sheet.season, [move["key"] for move in moves])
    return {
        "signed_at": signed.signed_at if signed else None,
        "signed_by": str(signed.signed_by) if signed else None,
        "digest": draft.digest,
        "moves": [
            {name: move[name] for name in ("key", "before", "after", "kind")}
            | {
                "name": names[move["key"]].full,
                "settled": move["is_settled"],
                "why": whole_sentence(in_words(sentence_from_json(move["why"]))),
            }
            for move in moves
        ],
    }


class SignInput(serializers.Serializer[Any]):
    digest = serializers.CharField(max_length=64)


class MoveDecisionInput(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=120)
    to = serializers.IntegerField(min_value=1, max_value=20, allow_null=True)
    reason = serializers.CharField(max_length=200)
