"""JSON Schemas of the fields that only two-handed pinochle has."""

from typing import Any

_SEAT = {"type": "integer", "minimum": 0, "maximum": 1}
_SUIT = {"enum": ["S", "H", "D", "C"]}


def _list_of(items: dict[str, Any], length: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": length, "maxItems": length}


def _event(name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "trick": {"type": "integer", "minimum": 1, "maximum": 12},
            "seat": _SEAT,
            name: value,
        },
        "required": ["trick", "seat", name],
        "additionalProperties": False,
    }


_MELD = {"type": "string", "examples": ["KS QS", "AS TS KS* QS* JS"]}
_BY_SIDE = _list_of({"type": "integer", "minimum": 0}, 2)

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": _list_of({"type": "string"}, 2),
    "stock": {"type": "string"},
    "trump": _SUIT,
    "events": {
        "type": "array",
        "items": {"oneOf": [_event("meld", _MELD), _event("dix", {"enum": ["exchange", "show"]})]},
    },
    "last_draw": {"enum": ["stock", "up"]},
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 48},
}
RECORD_REQUIRED = ("dealer", "hands", "stock", "play")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "trump": _SUIT,
    "turned_dix": {"type": "boolean"},
    "melds": _BY_SIDE,
    "points": _BY_SIDE,
    "last_trick": _SEAT,
    "tricks": _BY_SIDE,
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
