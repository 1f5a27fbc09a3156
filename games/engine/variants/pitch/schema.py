"""JSON Schemas of the fields that only Pitch has."""

from typing import Any

_SEAT = {"type": "integer", "minimum": 0, "maximum": 6}
_SIDE_OR_NOBODY = {"type": ["integer", "null"], "minimum": 0, "maximum": 6}
_SIDE = {"type": "integer", "minimum": 0, "maximum": 6}
_BY_SIDE = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 7}
_CALLS = {"type": "array", "items": {"enum": ["pass", "1", "2", "3", "4", "smudge"]}}

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 7},
    "stock": {"type": "string"},
    "auction": _CALLS,
    "trump": {"enum": ["S", "H", "D", "C"]},
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 42},
    "scores_before": _BY_SIDE,
}
RECORD_REQUIRED = ("dealer", "hands", "auction", "play")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "passed_out": {"type": "boolean"},
    "declarer": _SEAT,
    "bid": {"enum": [1, 2, 3, 4, "1", "2", "3", "4", "smudge"]},
    "awards": {
        "type": "object",
        "properties": {
            "high": _SIDE,
            "low": _SIDE,
            "jack": _SIDE_OR_NOBODY,
            "game": _SIDE_OR_NOBODY,
        },
        "required": ["high", "low", "jack", "game"],
        "additionalProperties": False,
    },
    "trump": {"enum": ["S", "H", "D", "C"]},
    "tricks": _BY_SIDE,
    "game_points": _BY_SIDE,
    "auction": _CALLS,
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {"scores_before": _BY_SIDE}
