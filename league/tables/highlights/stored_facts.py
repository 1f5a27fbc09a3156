"""Facts as they stand in a column, and read from it."""

from typing import Any, TypeVar

import msgspec

Facts = TypeVar("Facts", bound=msgspec.Struct)


def as_stored(facts: msgspec.Struct) -> dict[str, Any]:
    """Return the facts as the database gives them back: with lists, and no tuples."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return stored


def read_stored(stored: dict[str, Any], kind: type[Facts]) -> Facts | None:
    """Return what `as_stored` wrote; None for what was never worked out.

    None too for what another release wrote in another form: pages do without until a worker comes.
    A migration that changes the form has the rows worked out again.
    """
    try:
        return msgspec.convert(stored, kind) if stored else None
    except msgspec.ValidationError:
        return None
