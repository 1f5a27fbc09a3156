"""The pieces of which the JSON Schemas of records and summaries are made."""

from typing import Any

Schema = dict[str, Any]

CARDS: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
SUIT: Schema = {"enum": ["S", "H", "D", "C"]}


def whole_number(minimum: int | None = None, maximum: int | None = None, step: int = 1) -> Schema:
    bounds = {"minimum": minimum, "maximum": maximum, "multipleOf": None if step == 1 else step}
    return {"type": "integer", **{name: at for name, at in bounds.items() if at is not None}}


def place(count: int) -> Schema:
    """Return the schema of a seat or a side, a number from 0 to `count` - 1."""
    return whole_number(0, count - 1)


def list_of(items: Schema, fewest: int | None = None, most: int | None = None) -> Schema:
    bounds = {"minItems": fewest, "maxItems": most}
    bounds_set = {name: bound for name, bound in bounds.items() if bound is not None}
    return {"type": "array", "items": items, **bounds_set}


def one_each(items: Schema, count: int) -> Schema:
    """Return the schema of a list with one entry a seat, or a side."""
    return list_of(items, count, count)


def object_of(properties: dict[str, Schema]) -> Schema:
    """Return the schema of an object that has all of these and nothing else."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def gifts(seats: int, most: int) -> Schema:
    """Return the schema of cards passed from seat to seat."""
    gift = {"from": place(seats), "to": place(seats), "cards": CARDS}
    return list_of(object_of(gift), most=most)
