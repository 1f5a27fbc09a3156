"""JSON Schemas of the fields that only three-handed pinochle has."""

from typing import Any

_SEAT = {"type": "integer", "minimum": 0, "maximum": 2}
_SUIT = {"enum": ["S", "H", "D", "C"]}
_CALL = {"type": "string", "examples": ["250", "pass"]}


def _list_of(items: dict[str, Any], length: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": length, "maxItems": length}


_TEXTS = _list_of({"type": "string"}, 3)
_NUMBERS = _list_of({"type": "integer", "minimum": 0}, 3)

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": _TEXTS,
    "stock": {"type": "string"},
    "auction": {"type": "array", "items": _CALL},
    "trump": _SUIT,
    "discards": _TEXTS,
    "concede": {"type": "boolean"},
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 45},
}
RECORD_REQUIRED = ("dealer", "hands", "stock", "auction")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "outcome": {"enum": ["played", "unmakeable", "thrown_in", "redeal"]},
    "declarer": _SEAT,
    "bid": {"type": "integer", "minimum": 10, "multipleOf": 10},
    "trump": _SUIT,
    "melds": _NUMBERS,
    "points": _NUMBERS,
    "tricks": _NUMBERS,
    "last_trick": _SEAT,
    "buried_points": {"enum": [0, 10, 20, 30]},
    "dix_only": _list_of({"type": "boolean"}, 3),
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
