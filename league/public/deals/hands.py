"""The hands at their seats: the cards by suit, strong to weak, as dealt and at the first lead."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.story import Draw, Story
from league.results.deal_words import Names

SUITS = "SHCD"  # black and red in turn, so that neighbours do not run together


def seats_with_hands(story: Story, names: Names, sides: int) -> list[dict[str, Any]]:
    """Return every seat in turn order with its hand.

    `held` is what it held at the first lead, with the cards it drew later; it is empty where
    nothing has changed since the deal.
    """
    held = story.held()
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
            "dealt": by_suit(cards.split(), story),
            "held": by_suit(held[seat].split(), story, _drawn(story, seat)) if changed else [],
        }
        for seat, cards in enumerate(story.hands)
    ]


def by_suit(
    cards: Iterable[str], story: Story, drawn: Iterable[tuple[str, int]] = ()
) -> list[dict[str, Any]]:
    """Return the suits of a hand, each with its cards as (card, trick after which it came)."""
    all_cards = [*((card, 0) for card in cards), *drawn]
    all_cards.sort(key=lambda one: (story.ranks.find(one[0][0]), one[1]))
    suits = [*SUITS, *sorted({card[-1] for card, _ in all_cards} - set(SUITS))]
    return [
        {"suit": suit, "is_trump": suit == story.trump, "cards": found}
        for suit in suits
        if (found := [one for one in all_cards if one[0][-1] == suit])
    ]


def _drawn(story: Story, seat: int) -> list[tuple[str, int]]:
    def of_seat(draw: Draw) -> list[tuple[str, int]]:
        return [(card, draw.after) for card in draw.cards.split()]

    return [one for draw in story.draws if draw.seat == seat for one in of_seat(draw)]
