"""Makers for the tests of Fifty-Six."""

from random import Random


def hands_of(pack, first=()):
    """Deal the whole pack; the seat asked for first gets its cards, the others what is left."""
    cards = [text for text in pack.deck.texts for _ in range(2)]
    Random(56).shuffle(cards)
    for card in first:
        cards.remove(card)
    cards = [*first, *cards]
    return [
        " ".join(cards[at : at + pack.hand_size]) for at in range(0, len(cards), pack.hand_size)
    ]
