"""The places that entries had in rounds when they withdrew, as the rounds remember them."""

from typing import NamedTuple

from league.play.rounds.arrangement import Side
from league.play.rounds.models import Round

VACATED = "vacated"


class LeftPlace(NamedTuple):
    """The number of a table, and its sides; None and none: there was no such place.

    `stand_in` is who took the place, None where nobody did.
    """

    number: int | None
    sides: tuple[Side, ...] = ()
    stand_in: int | None = None

    @property
    def entries(self) -> frozenset[int]:
        return frozenset(entry for side in self.sides for entry in side)


def place_it_left(round: Round, entry_id: int) -> LeftPlace:
    """Return the place in a round that an entry had when it withdrew."""
    place = round.drawing.get(VACATED, {}).get(str(entry_id)) or {}
    sides = tuple(map(tuple, place.get("sides") or ()))
    # an earlier release did not keep who took the place
    return LeftPlace(place.get("table"), sides, place.get("stand_in"))


def sides_without(
    sides: tuple[Side, ...], entry: int, stand_in: int | None = None
) -> tuple[Side, ...]:
    """Return the sides of a table with a `stand_in` in the place of an entry, or without it."""
    if stand_in is not None:
        return tuple(tuple(stand_in if e == entry else e for e in side) for side in sides)
    left = (tuple(e for e in side if e != entry) for side in sides)
    return tuple(side for side in left if side)
