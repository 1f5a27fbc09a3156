"""The `rank` door: a request as JSON in, the rows of the standings as JSON out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from league.tables.standings.methods.ranking import rank_entries
from league.tables.standings.methods.request import read_request
from league.tables.standings.methods.unrankable import CannotRank


def rank(request: object) -> dict[str, Any]:
    """Return the standings as JSON, for a request as JSON. Raises CannotRank."""
    return {"rows": [row.as_json() for row in rank_entries(read_request(request))]}


def answer(request: object, *, most_bits: int | None = None) -> dict[str, Any]:
    """Return the standings, or the `error` object that says why there are none; never raises.

    `most_bits` is how large the common denominator of all points may be.
    """
    note = {"id": request["id"]} if isinstance(request, Mapping) and "id" in request else {}
    try:
        typed = replace(read_request(request), most_bits=most_bits)
        return note | {"rows": [row.as_json() for row in rank_entries(typed)]}
    except CannotRank as fault:
        return note | fault.as_json()
