"""All that rounds know of prepared deals: these stand above, and fill this in when they load."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from league.rounds.models import Round


class TableDeals(NamedTuple):
    """The numbers of the deals that a table plays, and the seat that deals the first of them."""

    numbers: list[int]
    first_dealer: int


# the deals a movement gives a table -> those it plays
Numbering: TypeAlias = Callable[[Sequence[int]], TableDeals]


def as_drawn(numbers: Sequence[int]) -> TableDeals:
    """Return what a table plays where nothing is prepared."""
    return TableDeals(list(numbers), 0)


class _Prepared:
    numbering: Callable[[Round], Numbering] = staticmethod(lambda _round: as_drawn)


def use_prepared(numbering: Callable[[Round], Numbering]) -> None:
    """Called once, when the prepared deals are loaded."""
    _Prepared.numbering = staticmethod(numbering)


def numbering_of(round: Round) -> Numbering:
    """Return how the new tables of a round are given their deals; one query at most."""
    return _Prepared.numbering(round)
