"""The games: presets, options with their words, schemas, the printed house rules."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from games import services as games
from games.engine.options import Option
from games.services import VariantInfo, in_words


class VariantSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    about = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    default_preset = serializers.CharField()


class ChoiceSerializer(serializers.Serializer[Any]):
    value = serializers.JSONField()
    label = serializers.CharField()  # type: ignore[assignment]


class OptionSerializer(serializers.Serializer[Any]):
    """Either `choices` or `minimum`, `maximum` and `step` say which values there are."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = ChoiceSerializer(many=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)
    step = serializers.IntegerField(allow_null=True)
    applies_when = serializers.DictField(child=serializers.ListField())
    anchor = serializers.CharField(help_text="The place in the game's rulebook.")


class RuleSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    choice = serializers.CharField()
    differs = serializers.BooleanField(help_text="From the default preset.")


class PresetSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    source = serializers.CharField()  # type: ignore[assignment]
    seats = serializers.ListField(child=serializers.IntegerField())
    values = serializers.DictField()
    house_rules = RuleSerializer(many=True, help_text="The rules in words, as printed.")


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
    }


def variant_detail(info: VariantInfo) -> dict[str, Any]:
    default = next(one.values for one in info.presets if one.id == info.default_preset)
    return variant_as_json(info) | {
        "rules_in_short": [in_words(sentence) for sentence in info.rules_in_short],
        "presets": [
            {
                "id": preset.id,
                "label": in_words(preset.label),
                "source": in_words(preset.source),
                "seats": list(preset.seats),
                "values": dict(preset.values),
                "house_rules": house_rules(info, preset.values, default),
            }
            for preset in info.presets
        ],
        "options": [option_as_json(option) for option in info.options],
        "schemas": games.schemas(info.id),
    }


def option_as_json(option: Option) -> dict[str, Any]:
    minimum, maximum, step = option.numbers or (None, None, None)
    return {
        "name": option.name,
        "label": in_words(option.label),
        "help": in_words(option.help),
        "default": option.default,
        "choices": [
            {"value": choice.value, "label": in_words(choice.label)} for choice in option.choices
        ],
        "minimum": minimum,
        "maximum": maximum,
        "step": step,
        "applies_when": {name: list(values) for name, values in option.applies_when},
        "anchor": option.anchor,
    }


def house_rules(
    info: VariantInfo, values: Mapping[str, Any], default: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return every rule that does something under these values, with the choice in words."""
    return [
        {
            "rule": in_words(option.label),
            "choice": _choice(option, values[option.name]),
            "differs": values[option.name] != default[option.name],
        }
        for option in info.options
        if all(values[name] in among for name, among in option.applies_when)
    ]


def _choice(option: Option, value: Any) -> str:
    for choice in option.choices:
        if type(choice.value) is type(value) and choice.value == value:
            return in_words(choice.label)
    return str(value)
