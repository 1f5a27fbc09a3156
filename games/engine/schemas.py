"""JSON Schemas of the two forms of a deal, made from what a game says of itself."""

from collections.abc import Mapping
from typing import Any

from games.engine.meld_sheet import laid_schema
from games.engine.options import Numbers, Option, options_of
from games.engine.record import IGNORED
from games.engine.variant import Variant, seats_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def record_schema(variant: Variant) -> dict[str, Any]:
    """Return the schema of a full record of this game."""
    return _deal_schema(
        variant, "record", variant.record_properties, tuple(variant.record_required)
    )


def summary_schema(variant: Variant) -> dict[str, Any]:
    """Return the schema of a summary of this game."""
    sheet = variant.meld_sheet(variant.presets[variant.default_preset].options, 0)
    laid = {} if sheet is None else {"laid": laid_schema(sheet, max(all_seats(variant)))}
    summary = {
        "type": "object",
        "properties": {**variant.fields.properties, **laid},
        "additionalProperties": False,
    }
    properties = {"summary": summary, **variant.extra_form_schemas}
    return _deal_schema(variant, "summary", properties, ("dealer", "summary"))


def _deal_schema(
    variant: Variant, form: str, properties: Mapping[str, Any], required: tuple[str, ...]
) -> dict[str, Any]:
    seats = all_seats(variant)
    return {
        "$schema": DIALECT,
        "title": f"{variant.label}: {form}",
        "type": "object",
        "properties": {
            **dict.fromkeys(sorted(IGNORED), True),
            "variant": {"const": variant.id},
            "preset": {"enum": list(variant.presets), "default": variant.default_preset},
            "options": _options_schema(variant),
            "players": {"enum": list(seats), "default": variant.usual_players},
            "house_rules": {
                "type": "boolean",
                "default": False,
                "description": "true: options may have numbers that the rulebook does not list",
            },
            "dealer": {"type": "integer", "minimum": 0, "maximum": max(seats) - 1},
            **properties,
        },
        "required": ["variant", *required],
        "additionalProperties": False,
    }


def all_seats(variant: Variant) -> tuple[int, ...]:
    """Return every number of players that one of the presets can be played with."""
    allowed = (seats_of(variant, preset) for preset in variant.presets.values())
    return tuple(sorted(set().union(*allowed)))


def _options_schema(variant: Variant) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {about.name: _option_schema(about) for about in options_of(variant.options)},
        "additionalProperties": False,
    }


def _option_schema(about: Option) -> dict[str, Any]:
    schema: dict[str, Any] = {"title": str(about.label), "description": str(about.help)}
    schema["default"] = about.default
    named = [choice.value for choice in about.choices]
    if about.numbers is None:
        return schema | {"enum": named}
    numbers = _numbers_schema(about.numbers)
    if all(type(value) is int for value in named):
        return schema | numbers | ({"examples": named} if named else {})
    return schema | {"anyOf": [{"enum": named}, numbers]}


def _numbers_schema(numbers: Numbers) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer", "minimum": numbers.minimum}
    if numbers.maximum is not None:
        schema["maximum"] = numbers.maximum
    if numbers.step != 1:
        schema["multipleOf"] = numbers.step
    return schema
