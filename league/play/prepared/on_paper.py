"""A deal as it is printed: the steps to deal it by, and each hand to check it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.call_words import cards_in_signs
from games.engine.ruleset import Ruleset
from games.services import PreparedDeal

SUITS = "SHDC"


def seat_labels(ruleset: Ruleset) -> list[str]:
    return [_("Seat %(number)d") % {"number": seat + 1} for seat in range(ruleset.players)]


def deal_sheet(ruleset: Ruleset, deal: PreparedDeal) -> dict[str, Any]:
    """Return a deal as `components/deal_sheet.html` takes it: hands by suit, and the steps."""
    labels = seat_labels(ruleset)
    steps = games.steps_by_hand(ruleset, deal)
    return {
        "number": deal.number,
        "dealer": labels[deal.dealer],
        "seats": [*labels, *([_("Stock")] if deal.stock else [])],
        "hands": [
            (label, _by_suit(cards))
            for label, cards in zip(labels, games.sorted_hands(ruleset, deal), strict=True)
        ],
        "stock": cards_in_signs(deal.stock),
        "steps": [
            {
                "number": step.number,
                "taken": _counted(step.taken.split()),
                "cells": [_counted(cards.split()) for cards in step.cards[: len(labels)]]
                + ([_counted(step.cards[-1].split())] if deal.stock else []),
            }
            for step in steps
        ],
    }


def _counted(cards: Sequence[str]) -> str:
    """Return cards as they are counted off: "A♠ ×2, 10♠"."""
    return ", ".join(
        cards_in_signs(card) + (f"\u00a0×{count}" if count > 1 else "")
        for card, count in Counter(cards).items()
    )


def _by_suit(cards: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return (suit, its ranks, how many cards) for each suit that the hand has."""
    by_suit = []
    for suit in SUITS:
        counts = Counter(card[0].replace("T", "10") for card in cards if card[1] == suit)
        ranks = "  ".join(rank + (f"×{n}" if n > 1 else "") for rank, n in counts.items())
        if counts:
            by_suit.append((suit, ranks, counts.total()))
    return by_suit
