"""The deal: twelve cards each, a card turned up for trump, and a stock of twenty-three."""

from collections.abc import Sequence
from typing import Any

from games.engine.card_values import CardValues
from games.engine.cards import Counts, HowDealt, read_hands, read_stock
from games.engine.errors import IllegalAction
from games.engine.kept import kept
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.values import card_values, card_values_of
from games.engine.variants.two_handed_pinochle.options import Options
from games.sentences import say

SEATS = 2
HAND_SIZE = 12
STOCK_SIZE = 24  # the turned-up card first
TRICKS = 24
STOCK_TRICKS = 12  # after each of them both players draw
_CLASSIC = (2, 3, 4, 10, 11)  # from jack to ace


@kept
def points_of(options: Options) -> CardValues:
    """Return what cards and the last trick bring: by the club's ranks, or in the classic count."""
    if options.card_points == "classic":
        return card_values_of((*_CLASSIC, options.last_trick_points))
    return card_values(options)


def how_dealt(options: Any, players: int) -> HowDealt:
    """Return the pack and the size of a hand; the stock begins with the turned-up card."""
    return HowDealt(deck=DECK, hand_size=HAND_SIZE, stock_in_order=True)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)


def dealt_stock(stock: object, hands: Sequence[Counts]) -> list[int]:
    """Return the codes of the turned-up card and the stock, in the order in which they lie."""
    cards = read_stock(DECK, stock, hands)
    if len(cards) != STOCK_SIZE:
        sentence = say(
            "the stock has %(held)d cards; with the turned-up card first it has %(due)d",
            held=len(cards),
            due=STOCK_SIZE,
        )
        raise IllegalAction("stock", None, "bad_deck", sentence, field="stock")
    return cards
