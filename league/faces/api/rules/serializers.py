"""The games: presets, options with their words, schemas, printed rules; the codes of refusals."""

from typing import Any

from django.utils import translation
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import services as games
from games.engine.options import Choice, Option
from games.engine.rule_codes import CodeGroup
from games.printed_rules import PrintedRule
from games.sentences import Sentence
from games.services import VariantInfo, render_sentence
from league.faces.api.answers import InWordsField
from league.faces.api.inputs import OptionValue, OptionValues
from league.foundation.languages import CODES
from league.play.rounds.drawing.stage_options import Choice as FormatChoice

IN_LANGUAGES = f"By language: {', '.join(f'`{code}`' for code in CODES)}."


class VariantSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = InWordsField()  # type: ignore[assignment]
    about = InWordsField()
    seats = serializers.ListField(child=serializers.IntegerField())
    default_preset = serializers.CharField()
    usual_players = serializers.IntegerField(help_text="Where no number of players is named.")


# an answer has hundreds of options, choices and rules: their fields are not read one by one


class ChoiceSerializer(serializers.Serializer[Any]):
    value = OptionValue()
    label = serializers.CharField()  # type: ignore[assignment]

    def to_representation(self, instance: Choice | FormatChoice) -> dict[str, Any]:
        return {"value": instance.value, "label": render_sentence(instance.label)}


class OptionSerializer(serializers.Serializer[Any]):
    """Either `choices` or `minimum`, `maximum` and `step` say which values there are."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    default = OptionValue()
    choices = ChoiceSerializer(many=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)
    step = serializers.IntegerField(allow_null=True)
    applies_when = serializers.DictField(child=serializers.ListField(child=OptionValue()))
    anchor = serializers.CharField(help_text="The place in the game's rulebook.")
    table = serializers.CharField(
        allow_null=True,
        help_text="The heading of the numbers it stands among, such as the values of the melds.",
    )

    def to_representation(self, instance: Option) -> dict[str, Any]:
        minimum, maximum, step = instance.numbers or (None, None, None)
        return {
            "name": instance.name,
            "label": render_sentence(instance.label),
            "help": render_sentence(instance.help),
            "default": instance.default,
            "choices": self.fields["choices"].to_representation(instance.choices),
            "minimum": minimum,
            "maximum": maximum,
            "step": step,
            "applies_when": {name: list(values) for name, values in instance.applies_when},
            "anchor": instance.anchor,
            "table": None if instance.table is None else render_sentence(instance.table),
        }


class RuleSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    option = serializers.CharField(
        allow_null=True, help_text="The option it follows from; null for what always holds."
    )
    numbers = serializers.ListField(
        child=serializers.CharField(), help_text="The options whose values its sentence has."
    )
    differs = serializers.BooleanField(help_text="From the preset that the rules start from.")
    standard = serializers.CharField(
        allow_null=True, help_text="Where it differs: the preset's choice in words."
    )

    def to_representation(self, instance: PrintedRule) -> dict[str, Any]:
        return {
            "sentence": render_sentence(instance.sentence),
            "option": instance.option,
            "numbers": list(instance.numbers),
            "differs": instance.differs,
            "standard": None if instance.standard is None else render_sentence(instance.standard),
        }


class RuleSectionSerializer(serializers.Serializer[Any]):
    """A part of the printed page, in the order in which things happen at the table."""

    name = serializers.CharField()
    heading = InWordsField()
    rules = RuleSerializer(many=True)


class PresetSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(source="preset.id")
    label = InWordsField(source="preset.label")  # type: ignore[assignment]
    source = InWordsField(source="preset.source")  # type: ignore[assignment]
    seats = serializers.ListField(source="preset.seats", child=serializers.IntegerField())
    values = OptionValues(source="preset.values")
    house_rules = RuleSectionSerializer(many=True, help_text="The rules in words, as printed.")


class SchemasSerializer(serializers.Serializer[Any]):
    record = serializers.DictField()
    summary = serializers.DictField()


class VariantDetailSerializer(VariantSerializer):
    rules_in_short = serializers.ListField(child=InWordsField())
    presets = serializers.SerializerMethodField()
    options = OptionSerializer(many=True)
    schemas = serializers.SerializerMethodField()

    @extend_schema_field(PresetSerializer(many=True))
    def get_presets(self, info: VariantInfo) -> Any:
        rows = [
            {
                "preset": preset,
                "house_rules": games.printed_rules(
                    games.ruleset(info.id, preset.id, {}, preset.seats[0])
                ),
            }
            for preset in info.presets
        ]
        return PresetSerializer(rows, many=True).data

    @extend_schema_field(SchemasSerializer)
    def get_schemas(self, info: VariantInfo) -> Any:
        return games.schemas(info.id)


class InAllLanguagesField(serializers.DictField):
    def __init__(self, **options: Any) -> None:
        super().__init__(child=serializers.CharField(), help_text=IN_LANGUAGES, **options)

    def to_representation(self, value: Sentence) -> dict[str, str]:  # type: ignore[override]
        by_language = {}
        for language in CODES:
            with translation.override(language):
                by_language[language] = games.render_sentence(value)
        return by_language


class RuleCodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    look_at = InAllLanguagesField()

    def to_representation(self, instance: tuple[str, Sentence]) -> dict[str, Any]:
        code, sentence = instance
        return {"code": code, "look_at": self.fields["look_at"].to_representation(sentence)}


class RuleCodeGroupSerializer(serializers.Serializer[Any]):
    """The codes that one part of a deal can be refused with."""

    label = InAllLanguagesField()  # type: ignore[assignment]
    codes = serializers.SerializerMethodField()

    @extend_schema_field(RuleCodeSerializer(many=True))
    def get_codes(self, group: CodeGroup) -> Any:
        return RuleCodeSerializer(group.codes.items(), many=True).data
