"""The games with their rules, and the house rules of clubs."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.clubs import services as clubs
from league.clubs.models import HouseRules
from league.clubs.selectors import archived_house_rules_of, house_rules_of
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.doors.views import TAG, OpenView
from league.faces.api.filters import HouseRulesFilter, filtered
from league.faces.api.inputs import OptionValues
from league.faces.api.rules.serializers import (
    RuleCodeGroupSerializer,
    RuleSectionSerializer,
    VariantDetailSerializer,
    VariantSerializer,
)
from league.faces.api.schema import lists, reads, writes

# --- The games that can be scored, with all there is to choose, and the codes of broken rules ---


class VariantList(OpenView):
    @lists("variants_list", TAG, VariantSerializer)
    def get(self, request: Request) -> Response:
        """The games, with the numbers of players they are for."""
        return self.listed([*games.variants()], VariantSerializer)


class VariantView(OpenView):
    @reads("variants_read", TAG, VariantDetailSerializer)
    def get(self, request: Request, variant: str) -> Response:
        """A game: presets with rules in words, options, JSON Schemas of record and summary."""
        for info in games.variants():
            if info.id == variant:
                return Response(VariantDetailSerializer(info).data)
        raise Http404


class RuleCodeList(OpenView):
    @lists("rule_codes_list", TAG, RuleCodeGroupSerializer)
    def get(self, request: Request) -> Response:
        """Every code a refused deal can have, with what a scorer looks at, in all languages."""
        return self.listed([*games.code_groups()], RuleCodeGroupSerializer)


# --- The house rules of a club: a ruleset under a name, and its printed page ---

CLUBS_TAG = "clubs"


class HouseRulesSerializer(serializers.ModelSerializer[HouseRules]):
    """`variant`, `preset` and `options` are what `score` takes; `options` are those that differ."""

    options = OptionValues(read_only=True)

    class Meta:
        model = HouseRules
        fields = ["id", "name", "variant", "preset", "options", "changed_at", "archived_at"]
        read_only_fields = fields


class HouseRulesDetailSerializer(HouseRulesSerializer):
    players = serializers.SerializerMethodField(
        help_text="The numbers of players who can play by them."
    )
    house_rules = serializers.SerializerMethodField(help_text="The rules in words, as printed.")

    class Meta(HouseRulesSerializer.Meta):
        fields = [*HouseRulesSerializer.Meta.fields, "players", "house_rules"]
        read_only_fields = fields

    def get_players(self, rules: HouseRules) -> list[int]:
        return list(_rulesets(rules))

    @extend_schema_field(RuleSectionSerializer(many=True))
    def get_house_rules(self, rules: HouseRules) -> Any:
        first = next(iter(_rulesets(rules).values()), None)
        sections = () if first is None else games.printed_rules(first)
        return RuleSectionSerializer(sections, many=True).data


def _rulesets(rules: HouseRules) -> Mapping[int, Ruleset]:
    """Return the rules by the number of players; none while they make no game any more."""
    try:
        return games.rulesets_by_players(rules.variant, rules.preset, rules.options)
    except RulesetRefused:
        return {}


class HouseRulesChangeInput(serializers.Serializer[Any]):
    """`options` are those that differ from the preset; all others are then as in the preset."""

    name = serializers.CharField(max_length=80, required=False)
    options = OptionValues(required=False)


class HouseRulesInput(serializers.Serializer[Any]):
    """New house rules: a preset of a game and what differs from it."""

    name = serializers.CharField(max_length=80)
    variant = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=40)
    options = OptionValues(required=False, default=dict)


class HouseRulesList(ApiView):
    @lists("house_rules_list", CLUBS_TAG, HouseRulesSerializer, filters=HouseRulesFilter)
    def get(self, request: Request, club: str) -> Response:
        """The house rules a club plays by now, by name; with `archived` those in its archive."""
        found = club_at(club)
        archived = request.query_params.get("archived", "").lower() in ("true", "1")
        rules = archived_house_rules_of(found) if archived else house_rules_of(found)
        return self.listed(
            filtered(request, rules, HouseRulesFilter),
            HouseRulesSerializer,
        )

    @writes(
        "house_rules_add",
        CLUBS_TAG,
        HouseRulesInput,
        HouseRulesDetailSerializer,
        status=201,
        made_at="clubs/{club}/house-rules/{id}",
        example={"name": "Our Pitch", "variant": "pitch", "preset": "standard", "options": {}},
    )
    def post(self, request: Request, club: str) -> Response:
        """Give a ruleset a name in the club."""
        found = club_at(club)
        self.need("clubs.change_house_rules", found)
        data = self.read(HouseRulesInput)
        rules = clubs.add_house_rules(club=found, **data, by=self.by)
        return Response(HouseRulesDetailSerializer(rules).data, status=201)


class HouseRulesView(ApiView):
    @reads("house_rules_read", CLUBS_TAG, HouseRulesDetailSerializer)
    def get(self, request: Request, club: str, rules: int) -> Response:
        """House rules with their printed page, in the language asked for."""
        house_rules = get_or_404(HouseRules.objects.filter(club=club_at(club)), pk=rules)
        return Response(HouseRulesDetailSerializer(house_rules).data)

    @writes(
        "house_rules_change",
        CLUBS_TAG,
        HouseRulesChangeInput,
        HouseRulesDetailSerializer,
        example={"name": "Our Pitch on Fridays"},
        versioned=True,
    )
    def patch(self, request: Request, club: str, rules: int) -> Response:
        """Change house rules; events keep the rules that they were made with."""
        row = house_rules_to_change(self, club, rules)
        data = {"name": row.name, "options": row.options} | self.read(HouseRulesChangeInput)
        changed = clubs.change_house_rules(rules=row, **data, by=self.by)
        return Response(HouseRulesDetailSerializer(changed).data)


def house_rules_to_change(view: ApiView, club: str, pk: int) -> HouseRules:
    found = club_at(club)
    view.need("clubs.change_house_rules", found)
    return get_or_404(HouseRules.objects.filter(club=found), pk=pk)


class ArchiveHouseRules(ApiView):
    @writes("house_rules_archive", CLUBS_TAG, None, HouseRulesDetailSerializer)
    def post(self, request: Request, club: str, rules: int) -> Response:
        """Put house rules into the archive: new events are not offered them."""
        row = house_rules_to_change(self, club, rules)
        gone = clubs.archive_house_rules(rules=row, by=self.by)
        return Response(HouseRulesDetailSerializer(gone).data)


class BringBackHouseRules(ApiView):
    @writes("house_rules_bring_back", CLUBS_TAG, None, HouseRulesDetailSerializer)
    def post(self, request: Request, club: str, rules: int) -> Response:
        """Take house rules out of the archive again."""
        row = house_rules_to_change(self, club, rules)
        back = clubs.bring_back_house_rules(rules=row, by=self.by)
        return Response(HouseRulesDetailSerializer(back).data)
