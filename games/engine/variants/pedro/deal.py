"""The deal: nine cards each from one pack of 52, the other sixteen are the stock."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import deck_of_ranks, read_hands, read_stock

RANKS = "23456789TJQKA"  # weak to strong, in every suit, while there are no trumps
PACK = deck_of_ranks(RANKS)
SEATS, SIDES = 4, 2
DEALT = 9
HAND_SIZE = 6  # after the exchange, unless a player has more trumps than that
TRICKS = 6
PLAYS = SEATS * TRICKS
STOCK_SIZE = PACK.size - SEATS * DEALT

Words = tuple[str, ...]  # cards as texts


def dealt_cards(hands: Sequence[Any], stock: object) -> tuple[list[Words], Words]:
    """Return the cards of each seat and the stock in order, or say what is wrong with the deal."""
    counted = read_hands(PACK, hands, DEALT)
    undealt = read_stock(PACK, stock, counted)
    return [tuple(hand.split()) for hand in hands], tuple(PACK.texts[code] for code in undealt)
