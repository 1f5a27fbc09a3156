"""JSON Schemas of the fields that only Pedro has."""

from typing import Any

from games.engine.variants.pedro.auction import HIGHEST_BID, PASS
from games.engine.variants.pedro.deal import PLAYS, SEATS, SIDES
from games.engine.variants.pedro.trumps import POINTS, WORTH

LOWEST_BID = 5  # of all rulesets

_SEAT = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}
_SIDE = {"type": "integer", "minimum": 0, "maximum": SIDES - 1}
_SUIT = {"enum": ["S", "H", "D", "C"]}
_BY_SEAT = {"type": "array", "items": {"type": "string"}, "minItems": SEATS, "maxItems": SEATS}
_CALLS = {
    "type": "array",
    "items": {"enum": [PASS, *map(str, range(LOWEST_BID, HIGHEST_BID + 1))]},
    "minItems": SEATS,
    "maxItems": SEATS,
}

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": _BY_SEAT,
    "stock": {"type": "string"},
    "auction": _CALLS,
    "trump": _SUIT,
    "discards": _BY_SEAT,
    "play": {
        "type": "array",
        "items": {"type": "string", "examples": ["AS", "KH+6H+7H"]},
        "minItems": PLAYS,
        "maxItems": PLAYS,
    },
}
RECORD_REQUIRED = ("dealer", "hands", "stock", "auction", "trump", "discards", "play")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "declarer": _SEAT,
    "bid": {"type": "integer", "minimum": LOWEST_BID, "maximum": HIGHEST_BID},
    "points": {
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": POINTS},
        "minItems": SIDES,
        "maxItems": SIDES,
    },
    "cards": {
        "type": "object",
        "properties": dict.fromkeys(WORTH, _SIDE),
        "required": list(WORTH),
        "additionalProperties": False,
    },
    "trump": _SUIT,
    "auction": _CALLS,
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
