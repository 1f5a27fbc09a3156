"""JSON Schemas of the fields that only Fifty-Six has."""

from typing import Any

_SEAT = {"type": "integer", "minimum": 0, "maximum": 7}
_SEATS = {"type": "array", "items": _SEAT}
_STRAIN = {"enum": ["S", "H", "D", "C", "NT"]}
_CALL = {
    "type": "string",
    "examples": ["28 S", "+1 S", "S 28", "28 NT", "29 noes", "+1 noes", "pass", "double"],
}
_BY_SIDE = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 56},
    "minItems": 2,
    "maxItems": 2,
}

RECORD_PROPERTIES: dict[str, Any] = {
    "hands": {"type": "array", "items": {"type": "string"}, "minItems": 4, "maxItems": 8},
    "auction": {"type": "array", "items": _CALL},
    "auction_by": _SEATS,
    "trump": _STRAIN,
    "play": {"type": "array", "items": {"type": "string"}, "maxItems": 64},
    "play_by": _SEATS,
}
RECORD_REQUIRED = ("dealer", "hands", "auction", "play")

SUMMARY_PROPERTIES: dict[str, Any] = {
    "redeal": {"enum": ["none", "all_jacks", "no_points"]},
    "redeal_seat": _SEAT,
    "all_pass": {"type": "boolean"},
    "bid": {"type": "integer", "minimum": 28, "maximum": 56},
    "trump": _STRAIN,
    "declarer": _SEAT,
    "side": {"type": "integer", "minimum": 0, "maximum": 1},
    "doubled": {"enum": ["none", "double", "redouble"]},
    "points": _BY_SIDE,
    "tricks": _BY_SIDE,
    "made": {"type": "boolean"},
}
SUMMARY_FORM_PROPERTIES: dict[str, Any] = {}
