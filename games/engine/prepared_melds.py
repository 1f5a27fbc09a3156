"""What the cards of a prepared deal can meld at most, in games that deal all before the melds.

A hand that no card joins melds at most what it was dealt; where partners pass cards, or the
declarer takes a kitty, the cards of both lie together and meld at least what they could apart.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from games.engine.cards import Counts, Deck


class Pool(NamedTuple):
    """Cards that lie together: a hand by itself, or the hands of partners who pass cards."""

    seats: tuple[int, ...]
    cards: Counts


class PreparedMelds(NamedTuple):
    """A game's pack, which cards lie together, and what cards meld with that suit as trump.

    `pools` has options, hands by seat, the stock and the declarer; `worth` has options, cards, the
    place of the suit, and among how many hands the cards can be parted.
    """

    deck: Deck
    pools: Callable[[Any, Sequence[Counts], Counts, int], list[Pool]]
    worth: Callable[[Any, Counts, int, int], int]


def together(hands: Sequence[Counts]) -> Counts:
    """Return the cards of several hands as one."""
    return [sum(copies) for copies in zip(*hands, strict=True)]


def partners_pass(hands: Sequence[Counts], passing: Collection[int]) -> list[Pool]:
    """Return a pool a side whose partners pass each other cards, else one a hand."""
    pools = []
    for side in (0, 1):
        seats = (side, side + 2)
        if side in passing:
            pools.append(Pool(seats, together([hands[seat] for seat in seats])))
        else:
            pools += [Pool((seat,), hands[seat]) for seat in seats]
    return pools
