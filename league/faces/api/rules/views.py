"""The games with their rules, and the house rules of clubs."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import RulesetRefused
from league.clubs import services as clubs
from league.clubs.models import HouseRules
from league.clubs.selectors import archived_house_rules_of, house_rules_of
from league.faces.api.doors.views import TAG, OpenView
from league.faces.api.filters import HouseRulesFilter
from league.faces.api.inputs import OptionValues
from league.faces.api.resources import ClubResource
from league.faces.api.rules.serializers import (
    RuleCodeGroupSerializer,
    RuleSectionSerializer,
    VariantDetailSerializer,
    VariantSerializer,
)
from league.faces.api.schema import act, lists, reads

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


class HouseRulesViewSet(ListModelMixin, RetrieveModelMixin, ClubResource):
    """The house rules a club plays by now, by name; with `archived` those in its archive."""

    tag, operations = CLUBS_TAG, "house_rules"
    about_one = "House rules with their printed page, in the language asked for."
    serializer_class = HouseRulesDetailSerializer
    filterset_class = HouseRulesFilter
    lookup_url_kwarg = "rules"
    write_permission = "clubs.change_house_rules"

    def get_queryset(self) -> "QuerySet[HouseRules]":
        if self.action != "list":
            return HouseRules.objects.filter(club=self.club)
        archived = self.request.query_params.get("archived", "").lower() in ("true", "1")
        return archived_house_rules_of(self.club) if archived else house_rules_of(self.club)

    def get_serializer_class(self) -> Any:
        return HouseRulesSerializer if self.action == "list" else HouseRulesDetailSerializer

    @act(
        HouseRulesInput,
        HouseRulesDetailSerializer,
        status=201,
        made_at="clubs/{club}/house-rules/{id}",
        example={"name": "Our Pitch", "variant": "pitch", "preset": "standard", "options": {}},
    )
    def create(self, request: Request, **_address: Any) -> Response:
        """Give a ruleset a name in the club."""
        data = self.read(HouseRulesInput)
        rules = clubs.add_house_rules(club=self.club, **data, by=self.by)
        return self.answer(rules, 201)

    @act(
        HouseRulesChangeInput,
        HouseRulesDetailSerializer,
        example={"name": "Our Pitch on Fridays"},
        versioned=True,
    )
    def partial_update(self, request: Request, **_address: Any) -> Response:
        """Change house rules; events keep the rules that they were made with."""
        row = self.get_object()
        data = {"name": row.name, "options": row.options} | self.read(HouseRulesChangeInput)
        changed = clubs.change_house_rules(rules=row, **data, by=self.by)
        return self.answer(changed)

    @action(detail=True, methods=["post"])
    def archive(self, request: Request, **_address: Any) -> Response:
        """Put house rules into the archive: new events are not offered them."""
        row = self.get_object()
        return self.answer(clubs.archive_house_rules(rules=row, by=self.by))

    @action(detail=True, methods=["post"], url_path="bring-back", url_name="bring_back")
    def bring_back(self, request: Request, **_address: Any) -> Response:
        """Take house rules out of the archive again."""
        row = self.get_object()
        return self.answer(clubs.bring_back_house_rules(rules=row, by=self.by))
