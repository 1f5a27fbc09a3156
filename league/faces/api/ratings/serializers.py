"""Ratings and statistics as programs see them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.services import achievement_label, render_sentence
from league.tables.ratings.method import at_least, give_or_take, shown
from league.tables.ratings.models import Rating
from league.tables.statistics.models import Achievement, SeatCount
from league.tables.statistics.selectors import GameStatistics


class RatedPlayerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class RatingSerializer(serializers.Serializer[Any]):
    """A rating of a player, or of two who play together. Everybody begins at 1500."""

    family = serializers.CharField(help_text="The games that share the rating.")
    players = RatedPlayerSerializer(many=True, help_text="One, or two who play together.")
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField(
        help_text="One standard deviation: two times in three it is right."
    )
    at_least = serializers.IntegerField(help_text="What lists are ordered by.")
    provisional = serializers.BooleanField()
    mu = serializers.FloatField(help_text="The strength on the scale of the model.")
    sigma = serializers.FloatField(help_text="Its standard deviation.")
    tables = serializers.IntegerField()
    deals = serializers.IntegerField()
    last_at = serializers.DateTimeField()

    def to_representation(self, instance: Rating) -> dict[str, Any]:
        strength, full = instance.strength, self.context["full"]
        people = [one for one in (instance.player, instance.partner) if one is not None]
        return {
            "family": instance.family,
            "players": [
                {"id": one.pk, "name": one.name if full else one.shown_name} for one in people
            ],
            "rating": shown(strength.mu),
            "give_or_take": give_or_take(strength),
            "at_least": at_least(strength),
            "provisional": strength.is_provisional,
            "mu": instance.mu,
            "sigma": instance.sigma,
            "tables": instance.tables,
            "deals": instance.deals,
            "last_at": instance.last_at,
        }


class PartnershipSerializer(RatingSerializer):
    """A rating of two who play together, as one."""


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What a table did to a rating, with the numbers it follows from."""

    number = serializers.IntegerField()
    table = serializers.IntegerField(source="table_id")
    mu_before = serializers.FloatField()
    sigma_before = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    expected = serializers.FloatField(help_text="The expected share of a win, from 0 to 1.")
    share = serializers.FloatField(help_text="The share that the margin was worth.")
    margin = serializers.FloatField(help_text="To the best of the other sides.")
    deals = serializers.IntegerField()


class PartnerSerializer(serializers.Serializer[Any]):
    partner = serializers.IntegerField()
    deals = serializers.IntegerField()
    bids = serializers.IntegerField()
    made = serializers.IntegerField()


class StatisticsSerializer(serializers.Serializer[Any]):
    """Sums over the deals of confirmed tables, in the points of the game."""

    variant = serializers.CharField()
    sums = serializers.SerializerMethodField()
    average_bid = serializers.FloatField(source="all.average_bid", allow_null=True)
    average_over = serializers.FloatField(
        source="all.average_over", allow_null=True, help_text="Above bids that were made."
    )
    average_short = serializers.FloatField(
        source="all.average_short", allow_null=True, help_text="Missing for failed bids."
    )
    average_meld = serializers.FloatField(source="all.average_meld", allow_null=True)
    average_side_meld = serializers.FloatField(source="all.average_side_meld", allow_null=True)
    partners = serializers.SerializerMethodField()

    def get_sums(self, game: GameStatistics) -> dict[str, int]:
        return {name: game.all.sums[name] for name in SeatCount.COUNTS}

    @extend_schema_field(PartnerSerializer(many=True))
    def get_partners(self, game: GameStatistics) -> list[dict[str, int]]:
        return [
            {"partner": partner, "deals": its.deals, "bids": its.bids, "made": its.made}
            for partner, its in game.partners
        ]


class AchievementSerializer(serializers.Serializer[Any]):
    variant = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.SerializerMethodField()
    at = serializers.DateTimeField()
    deal = serializers.IntegerField(source="submission_id")

    def get_text(self, achieved: Achievement) -> str:
        label = achievement_label(achieved.variant, achieved.kind)
        return render_sentence(label) if label else achieved.kind


class PlayerStatisticsSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    games = StatisticsSerializer(many=True)
    achievements = AchievementSerializer(many=True, help_text="The latest 50.")
