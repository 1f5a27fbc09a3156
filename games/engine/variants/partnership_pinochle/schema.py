"""JSON Schemas of the fields that only partnership pinochle has."""

from typing import Any

from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.single_deck.summary import OUTCOMES

_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
_SIDE = {"type": "integer", "minimum": 0, "maximum": 1}
_SUIT = {"enum": ["S", "H", "D", "C"]}
_CALL = {"type": "string", "examples": ["250", "pass", "pass help"]}
_TENS = {"type": "integer", "minimum": 0, "multipleOf": 10}


def _list_of(items: dict[str, Any], length: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": length, "maxItems": length}


RECORD_PROPERTIES: dict[str, Any] = {
    "hands": _list_of({"type": "string"}, 4),
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
        "maxItems": 2,
    },
    "concede": {"type": "boolean"},
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 48},
}
RECORD_REQUIRED = ("dealer", "hands", "auction")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "outcome": {"enum": list(OUTCOMES), "default": "played"},
    "declarer": _SEAT,
    "bid": {"type": "integer", "minimum": 10, "maximum": HIGHEST_BID, "multipleOf": 10},
    "trump": _SUIT,
    "melds": _list_of(_TENS, 2),
    "seat_melds": _list_of(_TENS, 4),
    "dix_only": _list_of({"type": "boolean"}, 2),
    "points": _list_of(_TENS, 2),
    "tricks": _list_of({"type": "integer", "minimum": 0, "maximum": 12}, 2),
    "last_trick": _SIDE,
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
