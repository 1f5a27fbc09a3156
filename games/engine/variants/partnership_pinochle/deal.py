"""The deal: the whole pack of 48 cards, twelve to each of four players, partners opposite."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import Counts, HowDealt, read_hands
from games.engine.single_deck.deck import DECK

SEATS, SIDES = 4, 2
HAND_SIZE = 12
TRICKS = HAND_SIZE


def how_dealt(options: Any, players: int) -> HowDealt:
    """Return the whole pack and how many cards a hand has."""
    return HowDealt(deck=DECK, hand_size=HAND_SIZE)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)


def partner_of(seat: int) -> int:
    return (seat + SIDES) % SEATS


def by_side(seats: Sequence[int]) -> list[int]:
    """Return numbers of the four seats added up for the two sides."""
    return [seats[0] + seats[2], seats[1] + seats[3]]
