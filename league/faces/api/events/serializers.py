"""Events and their entries as programs see them, and the shapes of what is sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.services import render_sentence, variants
from league.clubs.models import Player
from league.faces.api.answers import EntryNameField
from league.faces.api.declared_shapes import SCORING_METHOD
from league.faces.api.inputs import MomentField, OptionValues
from league.faces.api.stages.serializers import StageInput, StageSerializer, with_qualifying
from league.foundation.refusal import Refused
from league.play.events.entry_rules import waits_for_partner
from league.play.events.models import (
    MOST_SEATS,
    MOST_SUBSTITUTED,
    Entry,
    EntryKind,
    EntryMode,
    EntryState,
    Event,
    FinalScores,
    SubstitutePoints,
    Substitutes,
    TablePlay,
    Visibility,
)
from league.play.events.names import called_after, current_members
from league.play.events.rulesets import house_rules, rule_in_words, rule_of
from league.play.events.states import MOVES

# --- Events as programs see them, and the shapes of what is sent to set them up ---

RULES = ("variant", "preset", "options")


@extend_schema_field(SCORING_METHOD)
class MethodField(serializers.DictField):
    """A scoring method with its values, which the service reads."""


class EventSerializer(serializers.ModelSerializer[Event]):
    club = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    season = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True, allow_null=True)
    division = serializers.SerializerMethodField(
        help_text="The number of the division of its season that plays it; null: it is for all."
    )
    begins_at = serializers.TimeField(
        format="%H:%M",
        read_only=True,
        allow_null=True,
        help_text="In the club's time zone; null: nobody has said when.",
    )
    options = OptionValues(read_only=True)
    method = MethodField(read_only=True, help_text="As it is sent.")
    tiebreaks = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Event
        fields = [
            *("id", "club", "season", "division", "slug", "name", "about", "starts_on"),
            *("begins_at", "state"),
            *("visibility", "variant", "preset", "options", "house_rules"),
            *("entry_kind", "entry_mode"),
            *("entries_close_at", "most_entries", "least_seats", "most_seats", "table_play"),
            *("deals_a_round", "minutes_a_round", "final_scores", "method", "tiebreaks"),
            "entries_version",
            *("substitutes", "rounds_a_substitute", "substituted_rounds"),
            *("substitutes_until_round", "substitutes_until", "substitute_points"),
            *("opened_at", "started_at", "finished_at"),
        ]
        read_only_fields = fields

    def get_division(self, event: Event) -> int | None:
        tie = getattr(event, "of_division", None)
        return None if tie is None else tie.division.number


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
        "game": render_sentence(info.label) if info else event.variant,
        "rules": render_sentence(preset.label) if preset else event.preset,
        "changes": [
            {"label": change.label, "standard": change.standard, "own": change.chosen}
            for change in changes
        ],
    }


class CopyInput(serializers.Serializer[Any]):
    """What of the next event differs. `season` is the season's slug; null for none."""

    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    season = serializers.CharField(max_length=60, required=False, allow_null=True, default=None)
    with_entries = serializers.BooleanField(
        default=True, help_text="Enter again who competed and did not withdraw."
    )


class CopiedSerializer(EventDetailSerializer):
    """The new draft, and who could not be entered again."""

    left_out = serializers.SerializerMethodField()

    class Meta(EventDetailSerializer.Meta):
        fields = [*EventDetailSerializer.Meta.fields, "left_out"]
        read_only_fields = fields

    def get_left_out(self, event: Event) -> list[str]:
        return list(self.context["left_out"])


class MoveInput(serializers.Serializer[Any]):
    """`anyway`: finish or archive although something is not settled (`event_unsettled`)."""

    move = serializers.ChoiceField(choices=sorted(MOVES))
    anyway = serializers.BooleanField(default=False)


def _rounds(help_text: str, most: int = MOST_SUBSTITUTED) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=1, max_value=most, required=False, allow_null=True, help_text=help_text
    )


class EventChangeInput(serializers.Serializer[Any]):
    """What an event is; what its state allows no more is refused. `season` is the season's slug.

    `house_rules` copies the club's house rules with this id, in the place of `variant`, `preset`
    and `options`.
    """

    name = serializers.CharField(max_length=120, required=False)
    slug = serializers.SlugField(max_length=60, required=False)
    about = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    season = serializers.SlugField(required=False, allow_null=True)
    division = serializers.IntegerField(
        min_value=1,
        max_value=20,
        required=False,
        allow_null=True,
        help_text="The number of the division of its season that plays it; null: it is for all.",
    )
    starts_on = serializers.DateField(required=False)
    begins_at = serializers.TimeField(
        required=False, allow_null=True, format="%H:%M", help_text="In the club's time zone."
    )
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
    variant = serializers.CharField(max_length=40, required=False)
    preset = serializers.CharField(max_length=40, required=False)
    options = OptionValues(required=False, help_text="What differs from the preset.")
    house_rules = serializers.IntegerField(min_value=1, required=False)
    entry_kind = serializers.ChoiceField(choices=EntryKind.choices, required=False)
    entry_mode = serializers.ChoiceField(choices=EntryMode.choices, required=False)
    entries_close_at = MomentField(required=False, allow_null=True)
    most_entries = serializers.IntegerField(
        min_value=1, max_value=32_767, required=False, allow_null=True
    )
    least_seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS, required=False)
    most_seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS, required=False)
    table_play = serializers.ChoiceField(choices=TablePlay.choices, required=False)
    deals_a_round = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )
    minutes_a_round = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )
    final_scores = serializers.ChoiceField(
        choices=FinalScores.choices,
        required=False,
        help_text="Whether a table may enter its final score, or that of each of its games, "
        "instead of its deals. Such tables count in standings, not in ratings and statistics. Not "
        "where deals are compared.",
    )
    method = MethodField(
        required=False,
        help_text="What counts, by the names in docs/scoring.md, which are also those of "
        "the set-up's form. Victory points that name no scale get the one of the game and the "
        "deals of a round.",
    )
    tiebreaks = serializers.ListField(child=serializers.CharField(max_length=40), required=False)
    substitutes = serializers.ChoiceField(choices=Substitutes.choices, required=False)
    rounds_a_substitute = _rounds("How many rounds one substitute may stand in; null: any.")
    substituted_rounds = _rounds("How many rounds an entry may have substitutes; null: any.")
    substitutes_until_round = _rounds(
        "The last round with substitutes, counted through the stages.", most=1_000
    )
    substitutes_until = serializers.DateField(required=False, allow_null=True)
    substitute_points = serializers.ChoiceField(choices=SubstitutePoints.choices, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "house_rules" in attrs and attrs.keys() & set(RULES):
            sentence = _(
                "House rules have variant, preset and options of their own: leave these out."
            )
            raise serializers.ValidationError({"house_rules": sentence})
        return attrs


class EventInput(EventChangeInput):
    """A new event with its first stage. What is left out is as in the set-up at the desk.

    Without seats a table has the game's `usual_players`.
    """

    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    entry_kind = serializers.ChoiceField(choices=EntryKind.choices)
    stage = StageInput()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.keys() & {"variant", "house_rules"}:
            sentence = _("Name the game, or house rules of the club.")
            raise serializers.ValidationError({"variant": sentence})
        return super().validate(attrs)


# --- Entries as programs see them, and the shapes of what is sent to change and seed them ---


class EntryMemberSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField(source="event_id")
    number = serializers.IntegerField()
    name = EntryNameField(source="*", help_text="Its own name, or those of its players.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    seed = serializers.IntegerField(allow_null=True)
    members = serializers.SerializerMethodField()
    waits_for_partner = serializers.SerializerMethodField(
        help_text="A pair of one: it takes part once it has a second player and is accepted."
    )
    asked = serializers.SerializerMethodField(
        help_text="Partners who were named at sign-up and have not answered yet."
    )
    entered_at = serializers.DateTimeField(format=None)
    withdrawn_at = serializers.DateTimeField(format=None, allow_null=True)

    @extend_schema_field(EntryMemberSerializer(many=True))
    def get_members(self, entry: Entry) -> list[dict[str, Any]]:
        return self._called([called_after(member.player) for member in current_members(entry)])

    def get_waits_for_partner(self, entry: Entry) -> bool:
        return waits_for_partner(entry.event, entry)

    @extend_schema_field(EntryMemberSerializer(many=True))
    def get_asked(self, entry: Entry) -> list[dict[str, Any]]:
        asked: Mapping[int, Sequence[Player]] = self.context.get("asked", {})
        return self._called(asked.get(entry.pk, ()))

    def _called(self, players: Sequence[Player]) -> list[dict[str, Any]]:
        full = self.context["full"]
        return [
            {"player": player.pk, "name": player.name if full else player.shown_name}
            for player in players
        ]


class AnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="Whether you will be in the entry.")


class EntryInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class EntryChangeInput(serializers.Serializer[Any]):
    """The members in their order, or the name; what is left out stays."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12, required=False
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class SeedsInput(serializers.Serializer[Any]):
    """The entries by seed, the first one first; those that are not named have no seed."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, allow_empty=True
    )
