"""Which melds a hand, and a side, can have at all: the exact set for a hand of twenty cards.

A hand is reduced to what its meld depends on (`MeldParts`). For each such signature the fewest
cards that have exactly it are found, suit by suit. It can be held if those are at most twenty: the
rest of the hand can always be made of plain tens and of aces of two plain suits, which meld
nothing.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from games.engine.cards import SUITS
from games.engine.variants.double_deck_pinochle.deal import HAND_SIZE
from games.engine.variants.double_deck_pinochle.meld import (
    MeldParts,
    MeldTable,
    meld_table,
    worth_of,
)
from games.engine.variants.double_deck_pinochle.options import Options

COPIES = range(5)
SPADES, DIAMONDS = SUITS.index("S"), SUITS.index("D")
# kings around, queens around, plain pairs, royal pairs, queens of spades
RoyalParts = tuple[int, int, int, int, int]


def can_be_hand_meld(points: int, trump: str | None, options: Options) -> bool:
    """Say whether one hand can meld this; with an unknown trump, whether in any suit."""
    return _is_hand_meld(points, trump, meld_table(options))


def can_be_side_meld(points: int, trump: str | None, options: Options) -> bool:
    """Say whether two hands can meld this together, each of them as if alone in the pack."""
    return _is_side_meld(points, trump, meld_table(options))


def most_of_side(options: Options) -> int:
    """Return the most that two hands can meld together, each of them as if alone in the pack."""
    table = meld_table(options)
    return 2 * max(max(_hand_melds(table, suit)) for suit in _suits(None))


@lru_cache(maxsize=8192)
def _is_hand_meld(points: int, trump: str | None, table: MeldTable) -> bool:
    return any(points in _hand_melds(table, suit) for suit in _suits(trump))


@lru_cache(maxsize=8192)
def _is_side_meld(points: int, trump: str | None, table: MeldTable) -> bool:
    return any(
        points - meld in melds
        for melds in (_hand_melds(table, suit) for suit in _suits(trump))
        for meld in melds
    )


@lru_cache(maxsize=512)
def _hand_melds(table: MeldTable, trump: int) -> frozenset[int]:
    return frozenset(worth_of(parts, table) for parts in signatures(trump))


def _suits(trump: str | None) -> list[int]:
    """Return the suits of trumps that make a difference: with an unknown trump, one of each."""
    suits = SUITS if trump is None else trump
    return sorted({_like(SUITS.index(suit)) for suit in suits})


def _like(trump: int) -> int:
    """Hearts and clubs are alike: neither is the suit of a pinochle card."""
    return trump if trump in (SPADES, DIAMONDS) else SUITS.index("H")


@lru_cache(maxsize=4)
def signatures(trump: int) -> frozenset[MeldParts]:
    """Return everything a hand's meld can depend on, with that suit as trump."""
    return frozenset(
        parts
        for royals, cards in _royal_parts(trump).items()
        for parts in _with_rest(royals, cards, trump)
    )


def _royal_parts(trump: int) -> dict[RoyalParts, int]:
    """Return the fewest kings and queens that make each combination, suit after suit."""
    fewest: dict[RoyalParts, int] = {(4, 4, 0, 0, 0): 0}
    for suit in range(len(SUITS)):
        longer: dict[RoyalParts, int] = {}
        for (kings, queens, plain, royal, spades), held in fewest.items():
            for king, queen in product(COPIES, COPIES):
                pairs, cards = min(king, queen), held + king + queen
                parts = (
                    min(kings, king),
                    min(queens, queen),
                    plain + (pairs if suit != trump else 0),
                    royal + (pairs if suit == trump else 0),
                    queen if suit == SPADES else spades,
                )
                if cards <= HAND_SIZE and cards < longer.get(parts, HAND_SIZE + 1):
                    longer[parts] = cards
        fewest = longer
    return fewest


def _with_rest(royals: RoyalParts, cards: int, trump: int) -> Iterator[MeldParts]:
    """Add aces, jacks and trump tens in every way that leaves at most twenty cards."""
    kings, queens, plain, royal, spades = royals
    for runs, aces, jacks in product(range(royal + 1), COPIES, COPIES):
        trump_jacks = max(runs, jacks)
        held = cards + runs + max(runs, aces) + 3 * aces + trump_jacks + 3 * jacks
        if held > HAND_SIZE:
            continue
        diamonds = trump_jacks if trump == DIAMONDS else jacks
        for pinochles in range(min(spades, diamonds), spades + 1):
            if held + max(0, pinochles - diamonds) <= HAND_SIZE:
                yield MeldParts(runs, royal, plain, aces, kings, queens, jacks, pinochles)
