"""JSON Schemas of the fields that only double-deck pinochle has."""

from typing import Any

_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
_SIDE = {"type": "integer", "minimum": 0, "maximum": 1}
_SUIT = {"enum": ["S", "H", "D", "C"]}
_CALL = {"type": "string", "examples": ["55", "pass", "2:50"]}


def _list_of(items: dict[str, Any], length: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": length, "maxItems": length}


_POINTS_BY_SIDE = _list_of({"type": "integer", "minimum": 0}, 2)
_FLAGS_BY_SIDE = _list_of({"type": "boolean"}, 2)

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": _list_of({"type": "string"}, 4),
    "deck": {"type": "string"},
    "auction": {"type": "array", "items": _CALL},
    "trump": _SUIT,
    "exchange": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"from": _SEAT, "to": _SEAT, "cards": {"type": "string"}},
            "required": ["from", "to", "cards"],
            "additionalProperties": False,
        },
        "maxItems": 4,
    },
    "throw_in": {"type": "boolean"},
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 80},
}
RECORD_REQUIRED = ("dealer", "auction", "trump")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "declarer": _SEAT,
    "bid": {"type": "integer", "minimum": 20, "maximum": 9999},
    "outcome": {"enum": ["played", "no_play", "thrown_in", "no_marriage"]},
    "melds": _POINTS_BY_SIDE,
    "seat_melds": _list_of({"type": "integer", "minimum": 0}, 4),
    "points": _POINTS_BY_SIDE,
    "last_trick": _SIDE,
    "tricks": _POINTS_BY_SIDE,
    "side_bid": _FLAGS_BY_SIDE,
    "royal_marriage": {"type": "boolean"},
    "aces_around": _FLAGS_BY_SIDE,
    "trump": _SUIT,
    "all_passed": {"type": "boolean"},
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
