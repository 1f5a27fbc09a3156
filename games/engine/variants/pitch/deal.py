"""The deal: six cards each from one pack of 52; the rest stays out of play."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts, HowDealt, deck_of_ranks, read_hands

RANKS = "23456789TJQKA"  # weak to strong, in every suit
DECK = deck_of_ranks(RANKS)
PLAYERS = (2, 7)  # the fewest and the most
HAND_SIZE = 6
JACKS = tuple(DECK.codes["J" + suit] for suit in "SHDC")
# card points, counted only to decide who gets the point for game
CARD_POINTS = tuple({"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(t[0], 0) for t in DECK.texts)


def how_dealt(options: Any, players: int) -> HowDealt:
    """Return the whole pack and how many cards a hand has."""
    return HowDealt(deck=DECK, hand_size=HAND_SIZE)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)
