"""What rounds ask of prepared deals, which stand above and must not be imported here.

So that app hands over a function when it is loaded (`use_prepared`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from league.play.rounds.models import Round


class TableDeals(NamedTuple):
    """The numbers of the deals that a table plays, and the seat that deals the first of them."""

    numbers: list[int]
    first_dealer: int


# the deals that the movement gives a table -> the deals it plays, and who deals first
Numbering: TypeAlias = Callable[[Sequence[int]], TableDeals]


def as_drawn(numbers: Sequence[int]) -> TableDeals:
    """Return what a table plays where nothing is prepared."""
    return TableDeals(list(numbers), 0)


class _Prepared:
    numbering: Callable[[Round], Numbering] = staticmethod(lambda _round: as_drawn)


def use_prepared(numbering: Callable[[Round], Numbering]) -> None:
    """Set the function that numbers deals. Called once, when league.play.prepared is loaded."""
    _Prepared.numbering = staticmethod(numbering)


def numbering_of(round: Round) -> Numbering:
    """Return how the new tables of a round are given their deals; one query at most."""
    return _Prepared.numbering(round)
