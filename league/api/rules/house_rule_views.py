"""The house rules of a club: a ruleset under a name, and its printed page."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from games.services import RulesetRefused
from league.api.access import club_at, one_of
from league.api.api_view import ApiView
from league.api.rules.serializers import RuleSectionSerializer, printed
from league.api.schema import lists, reads
from league.clubs.models import HouseRules
from league.clubs.selectors import house_rules_of

TAG = "clubs"


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


class HouseRulesList(ApiView):
    @lists("house_rules_list", TAG, HouseRulesSerializer)
    def get(self, request: Request, club: str) -> Response:
        """The house rules a club plays by now, by name; those in its archive are left out."""
        rules = house_rules_of(club_at(club))
        return self.listed(rules, lambda rows: HouseRulesSerializer(rows, many=True).data)


class HouseRulesView(ApiView):
    @reads("house_rules_read", TAG, HouseRulesDetailSerializer)
    def get(self, request: Request, club: str, rules: int) -> Response:
        """House rules with their printed page, in the language asked for."""
        house_rules = one_of(HouseRules.objects.filter(club=club_at(club)), pk=rules)
        return Response(house_rules_in_full(house_rules))
