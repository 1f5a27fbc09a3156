"""What a side must win in tricks to keep its meld, and which points its tricks can hold."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.engine.card_values import CardValues
from games.sentences import Sentence, say

SaveMeld = Literal["trick", "point", "none"]

NOT_SAVED: dict[str, Sentence] = {
    "trick": say("no trick was won"),
    "point": say("no point was won in tricks"),
}


def is_saved(save_meld: SaveMeld, *, tricks: int, points: int, dix_only: bool) -> bool:
    """Say whether a side's meld counts; `points` are those of its tricks, the last one's included.

    `dix_only`: the whole meld is of nines of trumps, which need no point.
    """
    if save_meld == "trick":
        return tricks > 0
    return save_meld == "none" or points > 0 or dix_only


class Reach(NamedTuple):
    """The fewest and the most points."""

    least: int
    most: int


def points_of_tricks(
    tricks: int, cards_a_trick: int, values: CardValues, *, won_last: bool
) -> Reach:
    """Return which points so many tricks can hold: the cheapest cards of the pack, or the dearest.

    Without a trick nobody has won the last one: ask `can_win_last` first.
    """
    cards = tricks * cards_a_trick
    bonus = values.last_trick if won_last else 0
    return Reach(values.cheapest[cards] + bonus, values.dearest[cards] + bonus)


def can_win_last(tricks: int, total: int, *, won_last: bool) -> bool:
    """Say whether a side with so many of all tricks can have won the last one, or lost it."""
    return tricks > 0 if won_last else tricks < total


def possible_last_trick(
    points: Sequence[int], tricks: Sequence[int], cards_a_trick: int, values: CardValues
) -> list[int]:
    """Return the sides that can have won the last trick, given each side's points and tricks.

    Each side's points must be in reach of its tricks; where none can, the list is empty.
    """
    return [
        last
        for last, reaches in _reaches_by_last_trick(tuple(tricks), cards_a_trick, values)
        if all(map(within, points, reaches))
    ]


@lru_cache(maxsize=512)
def _reaches_by_last_trick(
    tricks: tuple[int, ...], cards_a_trick: int, values: CardValues
) -> list[tuple[int, list[Reach]]]:
    """Return who can have won the last trick, each with what all sides' tricks then hold."""
    total = sum(tricks)
    return [
        (
            last,
            [
                points_of_tricks(count, cards_a_trick, values, won_last=side == last)
                for side, count in enumerate(tricks)
            ],
        )
        for last in range(len(tricks))
        if all(
            can_win_last(count, total, won_last=side == last) for side, count in enumerate(tricks)
        )
    ]


def within(points: int, reach: Reach) -> bool:
    return reach.least <= points <= reach.most
