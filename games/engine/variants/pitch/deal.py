"""The deal: six cards each from one pack of 52; the rest stays out of play."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts, check_copies, deck_of_ranks, read_cards, read_hands
from games.engine.errors import IllegalAction
from games.engine.sentences import say

RANKS = "23456789TJQKA"  # weak to strong, in every suit
DECK = deck_of_ranks(RANKS)
HAND_SIZE = 6
JACKS = tuple(DECK.codes["J" + suit] for suit in "SHDC")
# card points, counted only to decide who gets the point for game
CARD_POINTS = tuple({"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(t[0], 0) for t in DECK.texts)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)


def check_stock(stock: object, hands: Sequence[Counts]) -> None:
    """Refuse undealt cards that, with the hands, do not make up the pack."""
    undealt = [0] * DECK.kinds
    for code in read_cards(DECK, stock, phase="stock", index=None, field="stock"):
        undealt[code] += 1
    check_copies(DECK, [sum(copies) for copies in zip(undealt, *hands, strict=True)])
    total = sum(undealt) + HAND_SIZE * len(hands)
    if total != DECK.size:
        sentence = say(
            "hands and stock are %(total)d cards together; the pack has %(size)d",
            total=total,
            size=DECK.size,
        )
        raise IllegalAction("stock", None, "bad_deck", sentence, field="stock")
