"""Prepared deals for programs: what was committed to, how far it is played, the cards in time."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.faces.api.inputs import OptionValues
from league.play.prepared.models import MOST_DEALS, PreparedSet
from league.play.prepared.selectors import DealProgress, progress_of

MOST_AT_ONCE = 100


class PreparedProgressSerializer(serializers.Serializer[Any]):
    deal = serializers.IntegerField(source="number")
    is_open = serializers.SerializerMethodField(
        help_text="Everybody may see its cards and results."
    )
    played = serializers.IntegerField(help_text="Tables that have played it.")
    waiting = serializers.SerializerMethodField(help_text="Tables that have still to play it.")

    def get_is_open(self, deal: DealProgress) -> bool:
        return self.context["is_released"] or deal.is_open

    def get_waiting(self, deal: DealProgress) -> int:
        return len(deal.waiting)


class PreparedSetSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage_id")
    variant = serializers.CharField()
    preset = serializers.CharField()
    options = OptionValues()
    players = serializers.IntegerField()
    purpose = serializers.CharField()
    commitment = serializers.CharField(
        help_text="SHA-256 of purpose, a line feed and the seed; see docs/prepared-deals.md."
    )
    seed = serializers.SerializerMethodField(help_text="Null until it is published.")
    created_at = serializers.DateTimeField()
    released_at = serializers.DateTimeField(allow_null=True)
    deals = serializers.SerializerMethodField()

    def get_seed(self, prepared: PreparedSet) -> str | None:
        return prepared.seed if prepared.released_at else None

    @extend_schema_field(PreparedProgressSerializer(many=True))
    def get_deals(self, prepared: PreparedSet) -> Any:
        deals = progress_of(prepared.stage).values()
        released = {"is_released": prepared.released_at is not None}
        return PreparedProgressSerializer(deals, many=True, context=released).data


class PreparedDealSerializer(serializers.Serializer[Any]):
    """The cards as a record begins with them."""

    deal = serializers.IntegerField(source="number")
    dealer = serializers.IntegerField()
    hands = serializers.ListField(child=serializers.CharField())
    stock = serializers.CharField(allow_blank=True)


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
