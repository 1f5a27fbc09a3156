"""Events, their stages and entries as programs see them, and the shapes of what is sent."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.services import in_words, variants
from league.api.serializers.stages import QualifyingSerializer
from league.clubs.models import Player
from league.events.models import Entry, EntryState, Event, Stage
from league.events.names import called_after, current_members, name_of
from league.events.partners import waits_for_partner
from league.events.rulesets import house_rules
from league.events.states import MOVES
from league.events.substitutes import rule_in_words, rule_of
from league.refusal import Refused


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage; `qualifying` says who goes through to one that follows, of a first one it is null.

    Reads `stage.qualifying`, which `with_qualifying` fetches along.
    """

    event = serializers.IntegerField(source="event_id", read_only=True)
    qualifying = serializers.SerializerMethodField()

    class Meta:
        model = Stage
        fields = [
            *("id", "event", "number", "name", "format", "options", "rounds_planned"),
            "qualifying",
        ]
        read_only_fields = fields

    @extend_schema_field(QualifyingSerializer(allow_null=True))
    def get_qualifying(self, stage: Stage) -> Any:
        found = getattr(stage, "qualifying", None)
        return None if found is None else QualifyingSerializer(found).data


def with_qualifying(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return the stages in their order, ready to be shown."""
    return stages.select_related("qualifying").order_by("number")


class EventSerializer(serializers.ModelSerializer[Event]):
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    season = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True, allow_null=True)

    class Meta:
        model = Event
        fields = [
            *("id", "club", "season", "slug", "name", "about", "starts_on", "state"),
            *("visibility", "variant", "preset", "options", "house_rules"),
            *("entry_kind", "entry_mode"),
            *("entries_close_at", "most_entries", "least_seats", "most_seats", "table_play"),
            *("deals_a_round", "minutes_a_round", "method", "tiebreaks", "entries_version"),
            *("substitutes", "rounds_a_substitute", "substituted_rounds"),
            *("substitutes_until_round", "substitutes_until", "substitute_points"),
            *("opened_at", "started_at", "finished_at"),
        ]
        read_only_fields = fields


class RuleChangeSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    standard = serializers.CharField()
    own = serializers.CharField()


class RulesInWordsSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    rules = serializers.CharField()
    changes = RuleChangeSerializer(many=True, help_text="Where the event differs from its preset.")


class EventDetailSerializer(EventSerializer):
    """An event with its rules in words and its stages."""

    ruleset = serializers.SerializerMethodField()
    substitutes_in_words = serializers.SerializerMethodField()
    stages = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "ruleset", "substitutes_in_words", "stages"]
        read_only_fields = fields

    @extend_schema_field(RulesInWordsSerializer)
    def get_ruleset(self, event: Event) -> dict[str, Any]:
        return rules_in_words(event)

    def get_substitutes_in_words(self, event: Event) -> str:
        return rule_in_words(rule_of(event))

    @extend_schema_field(StageSerializer(many=True))
    def get_stages(self, event: Event) -> Any:
        return StageSerializer(with_qualifying(event.stages.all()), many=True).data


def rules_in_words(event: Event) -> dict[str, Any]:
    """Return the game, its preset and the house rules; no changes while they make no game yet."""
    info = next((variant for variant in variants() if variant.id == event.variant), None)
    presets = info.presets if info else ()
    preset = next((preset for preset in presets if preset.id == event.preset), None)
    try:
        changes = house_rules(event)
    except Refused:
        changes = []
    return {
        "game": in_words(info.label) if info else event.variant,
        "rules": in_words(preset.label) if preset else event.preset,
        "changes": [change._asdict() for change in changes],
    }


class EntryMemberSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Its own name, or those of its players.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    seed = serializers.IntegerField(allow_null=True)
    members = EntryMemberSerializer(many=True)
    waits_for_partner = serializers.BooleanField(
        help_text="A pair of one: it takes part once it has a second player and is accepted."
    )
    asked = EntryMemberSerializer(
        many=True, help_text="Partners who were named at sign-up and have not answered yet."
    )
    entered_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)


def entry_as_json(entry: Entry, *, full: bool, asked: Sequence[Player] = ()) -> dict[str, Any]:
    players = [called_after(member.player) for member in current_members(entry)]
    return {
        "id": entry.pk,
        "event": entry.event_id,
        "number": entry.number,
        "name": name_of(entry, public=not full),
        "state": entry.state,
        "seed": entry.seed,
        "members": [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in players
        ],
        "waits_for_partner": waits_for_partner(entry.event, entry),
        "asked": [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in asked
        ],
        "entered_at": entry.entered_at,
        "withdrawn_at": entry.withdrawn_at,
    }


class AnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="Whether you will be in the entry.")


class EntryInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class ReasonInput(serializers.Serializer[Any]):
    """A reason, where one may be given."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class MoveInput(serializers.Serializer[Any]):
    """`anyway`: finish or archive although something is not settled (`event_unsettled`)."""

    move = serializers.ChoiceField(choices=sorted(MOVES))
    anyway = serializers.BooleanField(default=False)
