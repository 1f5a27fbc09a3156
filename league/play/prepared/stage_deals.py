"""The prepared deals of a stage: which there are, and which of them a table plays."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _

from games import services as games
from games.call_words import cards_in_signs
from games.engine.ruleset import Ruleset
from games.services import PreparedDeal
from league.play.events.models import Stage
from league.play.prepared.models import PreparedSet
from league.play.rounds.models import Round, Table
from league.play.rounds.prepared_deals import Numbering, TableDeals, as_drawn


def set_of(stage: Stage) -> PreparedSet | None:
    """Return the prepared set of a stage, or None; one query, none for the same object again."""
    try:
        return stage.prepared
    except ObjectDoesNotExist:
        return None


def ruleset_of(prepared: PreparedSet) -> Ruleset:
    return games.ruleset(prepared.variant, prepared.preset, prepared.options, prepared.players)


def deal_of(prepared: PreparedSet, number: int) -> PreparedDeal:
    """Return one deal with all its cards. It may be hidden: the caller decides who sees them."""
    return games.prepared_deal(ruleset_of(prepared), prepared.seed, number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedTable:
    """The prepared deals of one table, by their place on its sheet from 1."""

    prepared: PreparedSet
    numbers: tuple[int, ...]

    def number_at(self, place: int) -> int | None:
        """Return the number of the deal at a place of the sheet; None beyond those prepared."""
        return self.numbers[place - 1] if 0 < place <= len(self.numbers) else None

    def deal_at(self, place: int) -> PreparedDeal | None:
        number = self.number_at(place)
        return None if number is None else deal_of(self.prepared, number)

    def dealer_at(self, place: int) -> int | None:
        number = self.number_at(place)
        return None if number is None else games.dealer_of(number, self.prepared.players)


def prepared_table(table: Table, players: int) -> PreparedTable | None:
    """Return the prepared deals of a table; None without any, or for another number of players.

    The table's round and stage are loaded. No query where it plays no numbered deals.
    """
    if not table.deal_numbers:
        return None
    prepared = set_of(table.round.stage)
    if prepared is None or prepared.players != players:
        return None
    return PreparedTable(prepared=prepared, numbers=tuple(table.deal_numbers))


def numbering(round: Round) -> Numbering:
    """Return a function from the deals that a table was drawn with to those that it plays.

    A movement draws deals for each table; in every other format all tables of a round play the
    same ones.
    """
    prepared = set_of(round.stage)
    if prepared is None:
        return as_drawn
    same_for_all = deals_of_round(prepared, round.number)

    def numbered(drawn: Sequence[int]) -> TableDeals:
        numbers = list(drawn) or same_for_all
        first = games.dealer_of(numbers[0], prepared.players) if numbers else 0
        return TableDeals(numbers, first)

    return numbered


def deals_of_round(prepared: PreparedSet, number: int) -> list[int]:
    """Return the numbers of the deals that all tables of a round play."""
    deals = prepared.stage.event.deals_a_round or 0
    return list(range((number - 1) * deals + 1, number * deals + 1))


# --- A deal as it is printed: the steps to deal it by, and each hand to check it ---

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
