"""The games: presets, options with their words, schemas, printed rules; the codes of refusals."""

from typing import Any

from django.utils import translation
from rest_framework import serializers

from games import services as games
from games.engine.options import Option
from games.engine.ruleset import Ruleset
from games.sentences import Sentence
from games.services import VariantInfo, in_words
from league.faces.api.inputs import OptionValue, OptionValues
from league.foundation.languages import CODES
from league.play.rounds.drawing.option import FormatOption

IN_LANGUAGES = f"By language: {', '.join(f'`{code}`' for code in CODES)}."


class VariantSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    about = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    default_preset = serializers.CharField()
    usual_players = serializers.IntegerField(help_text="Where no number of players is named.")


class ChoiceSerializer(serializers.Serializer[Any]):
    value = OptionValue()
    label = serializers.CharField()  # type: ignore[assignment]


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


class RuleSectionSerializer(serializers.Serializer[Any]):
    """A part of the printed page, in the order in which things happen at the table."""

    name = serializers.CharField()
    heading = serializers.CharField()
    rules = RuleSerializer(many=True)


class PresetSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    source = serializers.CharField()  # type: ignore[assignment]
    seats = serializers.ListField(child=serializers.IntegerField())
    values = OptionValues()
    house_rules = RuleSectionSerializer(many=True, help_text="The rules in words, as printed.")


class SchemasSerializer(serializers.Serializer[Any]):
    record = serializers.DictField()
    summary = serializers.DictField()


class VariantDetailSerializer(VariantSerializer):
    rules_in_short = serializers.ListField(child=serializers.CharField())
    presets = PresetSerializer(many=True)
    options = OptionSerializer(many=True)
    schemas = SchemasSerializer()


def variant_as_json(info: VariantInfo) -> dict[str, Any]:
    return {
        "id": info.id,
        "label": in_words(info.label),
        "about": in_words(info.about),
        "seats": list(info.seats),
        "default_preset": info.default_preset,
        "usual_players": info.usual_players,
    }


def variant_detail(info: VariantInfo) -> dict[str, Any]:
    return variant_as_json(info) | {
        "rules_in_short": [in_words(sentence) for sentence in info.rules_in_short],
        "presets": [
            {
                "id": preset.id,
                "label": in_words(preset.label),
                "source": in_words(preset.source),
                "seats": list(preset.seats),
                "values": dict(preset.values),
                "house_rules": printed(games.ruleset(info.id, preset.id, {}, preset.seats[0])),
            }
            for preset in info.presets
        ],
        "options": [option_as_json(option) for option in info.options],
        "schemas": games.schemas(info.id),
    }


def option_in_words(option: Option | FormatOption) -> dict[str, Any]:
    """Return what every option has: a name, words about it, a default, and choices if any."""
    return {
        "name": option.name,
        "label": in_words(option.label),
        "help": in_words(option.help),
        "default": option.default,
        "choices": [
            {"value": choice.value, "label": in_words(choice.label)} for choice in option.choices
        ],
    }


def option_as_json(option: Option) -> dict[str, Any]:
    minimum, maximum, step = option.numbers or (None, None, None)
    return option_in_words(option) | {
        "minimum": minimum,
        "maximum": maximum,
        "step": step,
        "applies_when": {name: list(values) for name, values in option.applies_when},
        "anchor": option.anchor,
        "table": None if option.table is None else in_words(option.table),
    }


def printed(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the page of rules that a club prints, section by section."""
    return [
        {
            "name": section.name,
            "heading": in_words(section.heading),
            "rules": [
                {
                    "sentence": in_words(rule.sentence),
                    "option": rule.option,
                    "numbers": list(rule.numbers),
                    "differs": rule.differs,
                    "standard": None if rule.standard is None else in_words(rule.standard),
                }
                for rule in section.rules
            ],
        }
        for section in games.printed_rules(ruleset)
    ]


class RuleCodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    look_at = serializers.DictField(child=serializers.CharField(), help_text=IN_LANGUAGES)


class RuleCodeGroupSerializer(serializers.Serializer[Any]):
    """The codes that one part of a deal can be refused with."""

    label = serializers.DictField(  # type: ignore[assignment]
        child=serializers.CharField(), help_text=IN_LANGUAGES
    )
    codes = RuleCodeSerializer(many=True)


def rule_codes_as_json() -> list[dict[str, Any]]:
    return [
        {
            "label": in_all_languages(group.label),
            "codes": [
                {"code": code, "look_at": in_all_languages(sentence)}
                for code, sentence in group.codes.items()
            ],
        }
        for group in games.code_groups()
    ]


def in_all_languages(sentence: Sentence) -> dict[str, str]:
    by_language = {}
    for language in CODES:
        with translation.override(language):
            by_language[language] = games.in_words(sentence)
    return by_language
