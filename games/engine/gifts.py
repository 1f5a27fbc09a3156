"""Cards that partners pass each other in an exchange: what is written of a gift, and its cards."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.cards import Counts, Deck, read_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import as_object, check_keys, read_seat, required
from games.sentences import CardName, SeatName, say

KEYS = frozenset({"from", "to", "cards"})


class Gift(NamedTuple):
    """Card codes that a seat passes to another."""

    giver: int
    taker: int
    cards: list[int]


def read_gift(written: object, *, deck: Deck, seats: int, index: int) -> Gift:
    """Read the entry `index` of an exchange. Raises MalformedRecord."""
    try:
        entry: Mapping[str, Any] = as_object(written, name="exchange")
        check_keys(entry, KEYS)
        giver = read_seat(required(entry, "from"), seats, name="from")
        taker = read_seat(required(entry, "to"), seats, name="to")
        cards = read_cards(deck, required(entry, "cards"), phase="exchange", index=index)
    except MalformedRecord as refusal:
        refusal.phase, refusal.index = "exchange", index
        raise
    return Gift(giver, taker, cards)


def without(hand: Counts, gift: Gift, *, deck: Deck, index: int) -> Counts:
    """Return the giver's hand without the gift. Raises IllegalAction `card_not_held`."""
    left = list(hand)
    for card in gift.cards:
        if not left[card]:
            sentence = say(
                "%(seat)s does not hold %(card)s to pass on",
                seat=SeatName(gift.giver),
                card=CardName(deck.texts[card]),
            )
            raise IllegalAction("exchange", index, "card_not_held", sentence)
        left[card] -= 1
    return left


def hand_over(taker: Counts, cards: Sequence[int]) -> None:
    """Put the cards into the taker's hand."""
    for card in cards:
        taker[card] += 1


def wrong_seats(gift: Gift, due: int, index: int) -> IllegalAction:
    """Return the refusal of a gift that is not from the seat that is due to its partner."""
    sentence = say(
        "%(giver)s passes cards to %(taker)s; it is due from %(due)s to the partner",
        giver=SeatName(gift.giver),
        taker=SeatName(gift.taker),
        due=SeatName(due),
    )
    return IllegalAction("exchange", index, "exchange_wrong_seats", sentence)


def wrong_number(gift: Gift, due: int, index: int) -> IllegalAction:
    """Return the refusal of a gift that has another number of cards than the one that is due."""
    sentence = say(
        "%(seat)s passes %(given)d cards; it must be %(due)d",
        seat=SeatName(gift.giver),
        given=len(gift.cards),
        due=due,
    )
    return IllegalAction("exchange", index, "exchange_count", sentence)
