"""Ratings and statistics as programs see them."""

from typing import Any

from rest_framework import serializers

from games.services import achievement_label, in_words
from league.clubs.models import Player
from league.tables.ratings.method.scale import at_least, give_or_take, shown
from league.tables.ratings.models import Rating, RatingChange
from league.tables.statistics.models import Achievement, SeatCount
from league.tables.statistics.selectors import Statistics


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


class PartnershipSerializer(RatingSerializer):
    """A rating of two who play together, as one."""


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What a table did to a rating, with the numbers it follows from."""

    number = serializers.IntegerField()
    table = serializers.IntegerField()
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
    sums = serializers.DictField(child=serializers.IntegerField())
    average_bid = serializers.FloatField(allow_null=True)
    average_over = serializers.FloatField(allow_null=True, help_text="Above bids that were made.")
    average_short = serializers.FloatField(allow_null=True, help_text="Missing for failed bids.")
    average_meld = serializers.FloatField(allow_null=True)
    average_side_meld = serializers.FloatField(allow_null=True)
    partners = PartnerSerializer(many=True)


class AchievementSerializer(serializers.Serializer[Any]):
    variant = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    deal = serializers.IntegerField()


class PlayerStatisticsSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    games = StatisticsSerializer(many=True)
    achievements = AchievementSerializer(many=True, help_text="The latest 50.")


def rating_as_json(rating: Rating, *, full: bool) -> dict[str, Any]:
    strength = rating.strength
    people = [person for person in (rating.player, rating.partner) if person is not None]
    return {
        "family": rating.family,
        "players": [{"id": person.pk, "name": _name(person, full=full)} for person in people],
        "rating": shown(strength.mu),
        "give_or_take": give_or_take(strength),
        "at_least": at_least(strength),
        "provisional": strength.is_provisional,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "tables": rating.tables,
        "deals": rating.deals,
        "last_at": rating.last_at,
    }


def _name(player: Player, *, full: bool) -> str:
    return player.name if full else player.shown_name


def change_as_json(change: RatingChange) -> dict[str, Any]:
    return {
        "number": change.number,
        "table": change.table_id,
        "mu_before": change.mu_before,
        "sigma_before": change.sigma_before,
        "mu": change.mu,
        "sigma": change.sigma,
        "expected": change.expected,
        "share": change.share,
        "margin": change.margin,
        "deals": change.deals,
    }


def statistics_as_json(
    variant: str, statistics: Statistics, partners: list[tuple[int, Statistics]]
) -> dict[str, Any]:
    return {
        "variant": variant,
        "sums": {name: statistics.sums[name] for name in SeatCount.COUNTS},
        "average_bid": statistics.average_bid,
        "average_over": statistics.average_over,
        "average_short": statistics.average_short,
        "average_meld": statistics.average_meld,
        "average_side_meld": statistics.average_side_meld,
        "partners": [
            {"partner": partner, "deals": its.deals, "bids": its.bids, "made": its.made}
            for partner, its in partners
        ],
    }


def achievement_as_json(achieved: Achievement) -> dict[str, Any]:
    label = achievement_label(achieved.variant, achieved.kind)
    return {
        "variant": achieved.variant,
        "kind": achieved.kind,
        "text": in_words(label) if label else achieved.kind,
        "at": achieved.at,
        "deal": achieved.submission_id,
    }
