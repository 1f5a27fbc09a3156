"""What cards bring whoever takes them in tricks, where a club may say what that is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from games.engine.cards import SUITS, Deck
from games.sentences import Sentence, say


@dataclass(frozen=True, slots=True, eq=False)
class CardValues:
    """What each card brings, by its code, and the last trick besides.

    There is one for all options that make the same while it is kept, so it is compared by
    identity.
    """

    by_code: tuple[int, ...]
    last_trick: int
    total: int  # shared out in every played deal
    step: int  # what anybody takes is a multiple of this
    cheapest: tuple[int, ...]  # by number of cards: the fewest points that so many bring
    dearest: tuple[int, ...]  # and the most


@lru_cache(maxsize=256)  # clubs type values of their own
def card_values_for(deck: Deck, ranks: tuple[int, ...], last_trick: int) -> CardValues:
    """Return what the cards of a pack bring; `ranks`: by strength of rank, weak to strong."""
    by_code = ranks * len(SUITS)
    pack = sorted(by_code * deck.copies)
    return CardValues(
        by_code=by_code,
        last_trick=last_trick,
        total=sum(pack) + last_trick,
        step=gcd(*ranks, last_trick),
        cheapest=tuple(sum(pack[:cards]) for cards in range(deck.size + 1)),
        dearest=tuple(sum(pack[deck.size - cards :]) for cards in range(deck.size + 1)),
    )


def impossible_cards(values: CardValues) -> Iterator[tuple[str, Sentence]]:
    """Give the last trick as the option at fault where nothing at all is worth anything."""
    if not values.total:
        reason = say(
            "all cards and the last trick are worth 0; one of them at least must be worth something"
        )
        yield "last_trick_points", reason
