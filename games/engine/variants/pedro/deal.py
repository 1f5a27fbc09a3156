"""The deal: nine cards each from one pack of 52, the other sixteen are the stock."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import HowDealt, deck_of_ranks, read_hands, read_stock

RANKS = "23456789TJQKA"  # weak to strong, in every suit, while there are no trumps
PACK = deck_of_ranks(RANKS)
SEATS, SIDES = 4, 2
DEALT = 9
HAND_SIZE = 6  # after the exchange, unless a player has more trumps than that
TRICKS = 6
PLAYS = SEATS * TRICKS
STOCK_SIZE = PACK.size - SEATS * DEALT

Words = tuple[str, ...]  # cards as texts

_SIZES = [DEALT] * SEATS + [STOCK_SIZE]
_WHOLE_PACK = frozenset(PACK.texts)


def how_dealt(options: Any, players: int) -> HowDealt:
    """Return the pack and the size of a hand; players are given more cards from the stock."""
    return HowDealt(deck=PACK, hand_size=DEALT, stock_in_order=True)


def dealt_cards(hands: Sequence[Any], stock: Any) -> tuple[list[Words], Words]:
    """Return the cards of each seat and the stock in order, or say what is wrong with the deal."""
    packets = [tuple(text.split()) for text in (*hands, stock) if isinstance(text, str)]
    # as many cards as the pack has, and all of the pack's among them
    if list(map(len, packets)) != _SIZES or not _WHOLE_PACK.issubset(sum(packets, ())):
        read_stock(PACK, stock, read_hands(PACK, hands, DEALT))
        raise AssertionError("what is no whole pack is refused card by card")
    return packets[:SEATS], packets[SEATS]
