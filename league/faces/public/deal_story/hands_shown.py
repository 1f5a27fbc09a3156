"""The hands at their seats: the cards by suit, strong to weak, as dealt and at the first lead."""

from collections import Counter
from typing import Any

from games.story import Draw, Story
from league.play.results.deal_words import Names

SUITS = "SHCD"  # black and red in turn, so that neighbours do not run together
Held = tuple[str, int, int]  # a card, after which trick it came, until which it stayed


def seats_with_hands(story: Story, names: Names, sides: int) -> list[dict[str, Any]]:
    """Return every seat in turn order with its hand.

    `held` is what it held at the first lead, with the cards it drew later; it is empty where
    nothing has changed since the deal.
    """
    held = story.hands_at_first_lead()
    changed = bool(story.draws) or any(
        Counter(before.split()) != Counter(after.split())
        for before, after in zip(story.hands, held, strict=False)
    )
    return [
        {
            "number": seat,
            "name": names.seat(seat),
            "side": seat % sides if sides < len(story.hands) else None,
            "is_dealer": seat == story.dealer,
            "is_declarer": seat == story.declarer,
            "dealt": by_suit(cards, story),
            "held": by_suit(held[seat], story, seat) if changed else [],
        }
        for seat, cards in enumerate(story.hands)
    ]


def by_suit(cards: str, story: Story, seat: int | None = None) -> list[dict[str, Any]]:
    """Return the suits of a hand, each with its cards as (card, after, until).

    A card is in the hand after this trick and until that one is done; 0 is from the first lead and
    to the end. `seat` is whose hand it is while cards are drawn.
    """
    hand: list[Held] = [(card, 0, 0) for card in cards.split()]
    for draw in story.draws if seat is not None else ():
        if draw.seat == seat:
            _give(hand, draw)
            hand += [(card, draw.after, 0) for card in draw.cards.split()]
    hand.sort(key=lambda card: (story.ranks.find(card[0][0]), card[1]))
    suits = [*SUITS, *sorted({card[-1] for card, *_ in hand} - set(SUITS))]
    return [
        {"suit": suit, "is_trump": suit == story.trump, "cards": of_suit}
        for suit in suits
        if (of_suit := [card for card in hand if card[0][-1] == suit])
    ]


def _give(hand: list[Held], draw: Draw) -> None:
    """Note that the cards given for a draw were in the hand until then."""
    for card in draw.gave.split():
        if (card, 0, 0) in hand:
            hand[hand.index((card, 0, 0))] = (card, 0, draw.after)
