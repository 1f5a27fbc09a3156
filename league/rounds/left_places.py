"""The places that entries had in rounds when they withdrew, as the rounds remember them."""

from typing import NamedTuple

from league.rounds.models import Round

VACATED = "vacated"


class LeftPlace(NamedTuple):
    """The number of a table, and the entries at it; None and nobody: there was no such place."""

    number: int | None
    entries: frozenset[int]


def place_it_left(round: Round, entry_id: int) -> LeftPlace:
    """Return the place in a round that an entry had when it withdrew."""
    place = round.drawing.get(VACATED, {}).get(str(entry_id)) or {}
    sides = place.get("sides") or ()
    return LeftPlace(place.get("table"), frozenset(entry for side in sides for entry in side))
