"""The deal: 80 cards, four of each from ace to jack without nines, twenty to each player."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from games.engine.card_values import CardValues, card_values_for
from games.engine.cards import Counts, HowDealt, deck_of_ranks, read_cards, read_hands, write_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.kept import kept
from games.engine.record import read_hand_texts
from games.engine.variants.double_deck_pinochle.options import Options
from games.engine.variants.double_deck_pinochle.table_options import (
    MOST_FOR_A_CARD,
    MOST_FOR_LAST_TRICK,
)
from games.sentences import say

RANKS = "JQKTA"  # weak to strong, in every suit
J, Q, K, T, A = range(len(RANKS))  # the strength of a rank, and its place in a suit's five codes
DECK = deck_of_ranks(RANKS, copies=4)
SEATS, SIDES = 4, 2
HAND_SIZE = 20
TRICKS = 20
_ranks_of = attrgetter(
    "jack_points", "queen_points", "king_points", "ten_points", "ace_points", "last_trick_points"
)


@kept
def card_values(options: Options) -> CardValues:
    """Return what the cards bring by these options."""
    return card_values_of(_ranks_of(options))


def card_values_of(worths: tuple[int, ...]) -> CardValues:
    """Return what the cards bring; `worths`: jack, queen, king, ten, ace and the last trick."""
    *ranks, last_trick = worths
    return card_values_for(DECK, tuple(ranks), last_trick)


USUAL_CARDS = card_values_of((0, 0, 1, 1, 1, 2))
# what bounds allow: all cards, and the last trick
HIGHEST_TOTAL = MOST_FOR_A_CARD * DECK.size + MOST_FOR_LAST_TRICK


def last_trick_of(options: Options) -> int:
    """Return what the last trick brings besides its cards."""
    return options.last_trick_points


PACKETS: dict[str, tuple[int, ...]] = {
    "4": (4,) * 5,
    "5": (5,) * 4,
    "2_then_3": (2, 3, 3, 3, 3, 3, 3),
    "1": (1,) * 20,
}


def how_dealt(options: Options, players: int) -> HowDealt:
    """Return the whole pack and how many cards a hand has."""
    return HowDealt(deck=DECK, hand_size=HAND_SIZE)


def dealt_hands(hands: Sequence[Any]) -> list[Counts]:
    """Return the hands as counts, or say what is wrong with the deal."""
    return read_hands(DECK, hands, HAND_SIZE)


def recorded_hands(record: Mapping[str, Any], dealer: int, options: Options) -> Sequence[Any]:
    """Return the hands of a record, written out or dealt from its `deck`."""
    if record.get("deck") is None:
        return read_hand_texts(record, SEATS)
    if record.get("hands"):
        sentence = say('"deck" and "hands" say the same thing: send one of them')
        raise MalformedRecord("unexpected_field", sentence, phase="deck", field="deck")
    return deal_from(record["deck"], dealer, options)


def deal_from(deck: object, dealer: int, options: Options) -> list[str]:
    """Deal the whole pack in packets, the dealer's left first; return the hands as texts."""
    cards = read_cards(DECK, deck, phase="deck", index=None, field="deck")
    if len(cards) != DECK.size:
        sentence = say(
            "the deck has %(held)d cards; it must have %(due)d", held=len(cards), due=DECK.size
        )
        raise IllegalAction("deck", None, "bad_deck", sentence, field="deck")
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    at = 0
    for packet in PACKETS[options.deal_packet]:
        for turn in range(1, SEATS + 1):
            hands[(dealer + turn) % SEATS] += cards[at : at + packet]
            at += packet
    return [write_cards(DECK, hand) for hand in hands]
