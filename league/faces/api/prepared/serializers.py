"""Prepared deals for programs: what was committed to, how far it is played, the cards in time."""

from typing import Any

from rest_framework import serializers

from games.services import PreparedDeal
from league.faces.api.inputs import OptionValues
from league.play.prepared.models import MOST_DEALS, PreparedSet
from league.play.prepared.selectors import DealProgress

MOST_AT_ONCE = 100


class PreparedProgressSerializer(serializers.Serializer[Any]):
    deal = serializers.IntegerField()
    is_open = serializers.BooleanField(help_text="Everybody may see its cards and results.")
    played = serializers.IntegerField(help_text="Tables that have played it.")
    waiting = serializers.IntegerField(help_text="Tables that have still to play it.")


class PreparedSetSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    variant = serializers.CharField()
    preset = serializers.CharField()
    options = OptionValues()
    players = serializers.IntegerField()
    purpose = serializers.CharField()
    commitment = serializers.CharField(
        help_text="SHA-256 of purpose, a line feed and the seed; see docs/prepared-deals.md."
    )
    seed = serializers.CharField(allow_null=True, help_text="Null until it is published.")
    created_at = serializers.DateTimeField()
    released_at = serializers.DateTimeField(allow_null=True)
    deals = PreparedProgressSerializer(many=True)


def set_as_json(prepared: PreparedSet, progress: dict[int, DealProgress]) -> dict[str, Any]:
    """Return a set as everybody may see it: with its seed only when that is published."""
    released = prepared.released_at is not None
    return {
        "stage": prepared.stage_id,
        "variant": prepared.variant,
        "preset": prepared.preset,
        "options": prepared.options,
        "players": prepared.players,
        "purpose": prepared.purpose,
        "commitment": prepared.commitment,
        "seed": prepared.seed if released else None,
        "created_at": prepared.created_at,
        "released_at": prepared.released_at,
        "deals": [
            {
                "deal": deal.number,
                "is_open": released or deal.is_open,
                "played": deal.played,
                "waiting": len(deal.waiting),
            }
            for deal in progress.values()
        ],
    }


class PreparedDealSerializer(serializers.Serializer[Any]):
    """The cards as a record begins with them."""

    deal = serializers.IntegerField()
    dealer = serializers.IntegerField()
    hands = serializers.ListField(child=serializers.CharField())
    stock = serializers.CharField(allow_blank=True)


def deal_as_json(deal: PreparedDeal) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "hands": list(deal.hands),
        "stock": deal.stock,
    }


class PrepareInput(serializers.Serializer[Any]):
    deals = serializers.IntegerField(
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        help_text="Left out: as many as the rounds need.",
    )


class LookInput(serializers.Serializer[Any]):
    first = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    last = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    reason = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="Needed for deals that are still to be played; it goes into the journal.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["first"] <= attrs["last"] < attrs["first"] + MOST_AT_ONCE:
            raise serializers.ValidationError(
                {"last": f"Ask for 1 to {MOST_AT_ONCE} deals, the lower number first."}
            )
        return attrs


class ReleaseInput(serializers.Serializer[Any]):
    reason = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="Needed while tables have deals to play.",
    )
