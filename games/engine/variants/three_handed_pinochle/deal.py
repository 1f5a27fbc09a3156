"""The deal: 48 cards, fifteen to each of three players and three to the kitty."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts, HowDealt, read_hands, read_stock
from games.engine.single_deck.deck import DECK

SEATS = 3
HAND_SIZE = 15
KITTY_SIZE = 3
TRICKS = 15
CARDS_PLAYED = SEATS * TRICKS


def how_dealt(options: Any, players: int) -> HowDealt:
    """Return the whole pack and how many cards a hand has; what is left is the kitty."""
    return HowDealt(deck=DECK, hand_size=HAND_SIZE)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)


def dealt_kitty(stock: object, hands: Sequence[Counts]) -> list[int]:
    """Return the cards of the kitty as written; those nobody was dealt where it is left out."""
    if stock is not None:
        return read_stock(DECK, stock, hands)
    dealt = [sum(copies) for copies in zip(*hands, strict=True)]
    return [code for code, copies in enumerate(dealt) for _ in range(DECK.copies - copies)]
