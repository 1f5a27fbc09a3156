"""Which melds a hand of so many cards can have at all: the exact set, found by counting.

What a hand melds falls apart into kings and queens, jacks, and aces with the tens of trumps; they
meet again only in the run. For each part it is found with which numbers of cards it can be held.
Such a set of numbers is an integer with a field for each number; multiplying two adds their cards.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from games.engine.cards import SUITS
from games.engine.single_deck.meld import trump_run_worth
from games.engine.single_deck.values import MeldValues

COPIES = range(3)
SPADES, HEARTS, DIAMONDS = (SUITS.index(suit) for suit in "SHD")
FIELD = 16  # bits; a field holds the ways found, fewer than 2 to the 16th
FULL_FIELD = (1 << FIELD) - 1
ONES = sum(1 << FIELD * cards for cards in range(49))  # 1 in the field of every number of cards


def can_be_hand_meld(points: int, trump: str | None, values: MeldValues, cards: int) -> bool:
    """Say whether a hand of so many cards can meld this; with unknown trump, whether in any."""
    return points in hand_melds(trump, values, cards)


@lru_cache(maxsize=8192)
def can_be_side_meld(points: int, trump: str | None, values: MeldValues, cards: int) -> bool:
    """Say whether two hands can meld this together, each of them as if alone in the pack."""
    suits = SUITS if trump is None else trump
    return any(
        points - meld in melds
        for melds in (hand_melds(suit, values, cards) for suit in suits)
        for meld in melds
    )


@lru_cache(maxsize=64)
def hand_melds(trump: str | None, values: MeldValues, cards: int) -> frozenset[int]:
    """Return every meld that a hand of so many cards can have."""
    if trump is None:
        return frozenset().union(*(hand_melds(suit, values, cards) for suit in SUITS))
    melds = _numbers_of_cards(_like(SUITS.index(trump)), values)
    wanted = FULL_FIELD << FIELD * cards
    return frozenset(points for points, numbers in melds.items() if numbers & wanted)


def _like(trump: int) -> int:
    """Hearts and clubs are alike: neither is the suit of a pinochle card."""
    return trump if trump in (SPADES, DIAMONDS) else HEARTS


@lru_cache(maxsize=16)
def _numbers_of_cards(trump: int, values: MeldValues) -> dict[int, int]:
    """Return for every meld the numbers of cards with which it can be held."""
    royals = _with_jacks(_kings_and_queens(trump), _jacks(trump), values)
    # by what the kings, queens and jacks are worth for each number of runs the rest allows
    numbers_by_worth: dict[int, int] = {}
    for (aces, runs), numbers in _aces_and_tens().items():
        for worths, held in royals.items():
            points = worths[runs] + values.aces[aces]
            numbers_by_worth[points] = numbers_by_worth.get(points, 0) | _existing(held * numbers)
    with_nines: dict[int, int] = {}
    for dixes, numbers in _nines().items():
        for points, held in numbers_by_worth.items():
            total = points + values.dix[dixes]
            with_nines[total] = with_nines.get(total, 0) | _existing(held * numbers)
    return with_nines


def _existing(numbers: int) -> int:
    """Return the same set with 1 in each field that is not empty, so that no field runs over."""
    for half in (8, 4, 2, 1):  # whatever a field has is brought to its lowest bit
        numbers |= numbers >> half
    return numbers & ONES


def _held(counts: Iterable[int]) -> int:
    return 1 << FIELD * sum(counts)


def _kings_and_queens(trump: int) -> dict[tuple[int, int, int, int, int, int], int]:
    """By trump kings, trump queens, marriages, kings and queens around, queens of spades."""
    numbers_by_parts: dict[tuple[int, int, int, int, int, int], int] = {}
    for kings in product(COPIES, repeat=4):
        for queens in product(COPIES, repeat=4):
            pairs = list(map(min, kings, queens))
            plain = sum(pairs) - pairs[trump]
            parts = (
                kings[trump], queens[trump], plain, min(kings), min(queens), queens[SPADES],
            )  # fmt: skip
            numbers_by_parts[parts] = numbers_by_parts.get(parts, 0) | _held((*kings, *queens))
    return numbers_by_parts


def _jacks(trump: int) -> dict[tuple[int, int, int], int]:
    """By trump jacks, jacks of diamonds, and jacks around."""
    numbers_by_parts: dict[tuple[int, int, int], int] = {}
    for jacks in product(COPIES, repeat=4):
        parts = (jacks[trump], jacks[DIAMONDS], min(jacks))
        numbers_by_parts[parts] = numbers_by_parts.get(parts, 0) | _held(jacks)
    return numbers_by_parts


def _with_jacks(
    royals: dict[tuple[int, int, int, int, int, int], int],
    jacks: dict[tuple[int, int, int], int],
    values: MeldValues,
) -> dict[tuple[int, ...], int]:
    """Return the worth of kings, queens and jacks with aces and tens for 0, 1 and 2 runs."""
    numbers_by_worths: dict[tuple[int, ...], int] = {}
    for (kings, queens, plain, k_around, q_around, spades), held in royals.items():
        around = values.marriage * plain + values.kings[k_around] + values.queens[q_around]
        for (trump_jacks, diamonds, j_around), numbers in jacks.items():
            rest = around + values.pinochle[min(spades, diamonds)] + values.jacks[j_around]
            runs = min(kings, queens, trump_jacks)
            worths = tuple(
                rest + trump_run_worth(min(runs, allowed), kings, queens, values)
                for allowed in COPIES
            )
            numbers_by_worths[worths] = numbers_by_worths.get(worths, 0) | _existing(held * numbers)
    return numbers_by_worths


def _aces_and_tens() -> dict[tuple[int, int], int]:
    """By aces around, and the runs for which there are aces and tens of trumps."""
    numbers_by_parts: dict[tuple[int, int], int] = {}
    for trump_aces, *aces in product(COPIES, repeat=4):
        for trump_tens, plain_tens in product(COPIES, range(7)):
            parts = (min(trump_aces, *aces), min(trump_aces, trump_tens))
            numbers_by_parts[parts] = numbers_by_parts.get(parts, 0) | _held(
                (trump_aces, *aces, trump_tens, plain_tens)
            )
    return numbers_by_parts


def _nines() -> dict[int, int]:
    """By nines of trumps, with any number of the six plain ones."""
    numbers_by_nines: dict[int, int] = {}
    for dixes, plain in product(COPIES, range(7)):
        numbers_by_nines[dixes] = numbers_by_nines.get(dixes, 0) | _held((dixes, plain))
    return numbers_by_nines
