"""The house rules of a club as programs see them: a ruleset under a name, and its printed page."""

from typing import Any

from rest_framework import serializers

from games import services as games
from games.services import RulesetRefused
from league.api.serializers.variants import RuleSectionSerializer, printed
from league.clubs.models import HouseRules


class HouseRulesSerializer(serializers.ModelSerializer[HouseRules]):
    """`variant`, `preset` and `options` are what `score` takes; `options` are those that differ."""

    class Meta:
        model = HouseRules
        fields = ["id", "name", "variant", "preset", "options", "changed_at", "archived_at"]
        read_only_fields = fields


class HouseRulesDetailSerializer(HouseRulesSerializer):
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of players who can play by them."
    )
    house_rules = RuleSectionSerializer(many=True, help_text="The rules in words, as printed.")

    class Meta(HouseRulesSerializer.Meta):
        fields = [*HouseRulesSerializer.Meta.fields, "players", "house_rules"]
        read_only_fields = fields


def house_rules_in_full(rules: HouseRules) -> dict[str, Any]:
    """Return the rules with their page; none while they make no game any more."""
    row = dict(HouseRulesSerializer(rules).data)
    try:
        by_players = games.rulesets_by_players(rules.variant, rules.preset, rules.options)
    except RulesetRefused:
        return row | {"players": [], "house_rules": []}
    return row | {
        "players": list(by_players),
        "house_rules": printed(next(iter(by_players.values()))),
    }
