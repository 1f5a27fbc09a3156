"""The melds of one hand: its cards are counted once, and what they are worth follows.

A card may serve one meld of each type: runs and marriages, pinochles, and cards around. A run
swallows its own royal marriage; a double value takes the place of the single one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.cards import Counts
from games.engine.single_deck.deck import NINE, SUIT_SIZE
from games.engine.single_deck.values import MeldValues, meld_values, parted


class MeldParts(NamedTuple):
    """What a hand can meld: how often it holds each of them."""

    runs: int
    trump_kings: int
    trump_queens: int
    marriages: int  # in the three other suits together
    dixes: int
    pinochles: int
    aces: int  # around: the fewest aces in any suit
    kings: int
    queens: int
    jacks: int


def count_parts(hand: Counts, trump: int) -> MeldParts:
    """Return what a hand can meld; `trump` is the place of the suit among the suits."""
    # the copies held, by rank and suit; nines and tens make no meld but with trumps
    _, js, qs, ks, _, as_, _, jh, qh, kh, _, ah, _, jd, qd, kd, _, ad, _, jc, qc, kc, _, ac = hand
    pairs = (
        ks if ks < qs else qs,
        kh if kh < qh else qh,
        kd if kd < qd else qd,
        kc if kc < qc else qc,
    )
    nines, jacks, queens, kings, tens, aces = hand[trump * SUIT_SIZE : (trump + 1) * SUIT_SIZE]
    return MeldParts(
        min(jacks, queens, kings, tens, aces) if pairs[trump] else 0,
        kings,
        queens,
        sum(pairs) - pairs[trump],
        nines,
        qs if qs < jd else jd,
        min(as_, ah, ad, ac) if as_ and ah and ad and ac else 0,
        min(ks, kh, kd, kc) if ks and kh and kd and kc else 0,
        min(qs, qh, qd, qc) if qs and qh and qd and qc else 0,
        min(js, jh, jd, jc) if js and jh and jd and jc else 0,
    )


def hand_meld(hand: Counts, trump: int, values: MeldValues) -> int:
    """Return the meld of one hand."""
    return worth_of(count_parts(hand, trump), values)


def worth_of(parts: MeldParts, values: MeldValues) -> int:
    """Return what these parts are worth together."""
    return (
        trump_run_worth(parts.runs, parts.trump_kings, parts.trump_queens, values)
        + values.marriage * parts.marriages
        + values.dix[parts.dixes]
        + values.pinochle[parts.pinochles]
        + values.aces[parts.aces]
        + values.kings[parts.kings]
        + values.queens[parts.queens]
        + values.jacks[parts.jacks]
    )


def trump_run_worth(runs: int, kings: int, queens: int, values: MeldValues) -> int:
    """Return the worth of the runs and marriages of trumps."""
    if runs == 1:
        return values.run[1] + values.beside_run * beside_run_count(kings, queens, values)
    return values.run[runs] if runs else values.royal_marriage[min(kings, queens)]


def beside_run_count(kings: int, queens: int, values: MeldValues) -> int:
    """Return how many extras count beside a single run that holds one king and one queen."""
    beside = (kings - 1, queens - 1)
    return sum(beside) if values.run_extras == "each" else min(beside)


def named_melds(hand: Counts, trump: int, values: MeldValues) -> dict[str, int]:
    """Return the points of a hand's melds by name, those it has; their sum is its meld."""
    return dict(_named(count_parts(hand, trump), values))


@lru_cache(maxsize=4096)
def _named(parts: MeldParts, values: MeldValues) -> dict[str, int]:
    single_run = parts.runs == 1
    extras = beside_run_count(parts.trump_kings, parts.trump_queens, values) if single_run else 0
    royal = 0 if parts.runs else min(parts.trump_kings, parts.trump_queens)
    melds = {
        "run": values.run[parts.runs],
        "run_extra": values.beside_run * extras,
        "royal_marriage": values.royal_marriage[royal],
        "marriage": values.marriage * parts.marriages,
        "dix": values.dix[parts.dixes],
        "pinochle": values.pinochle[parts.pinochles],
        "aces": values.aces[parts.aces],
        "kings": values.kings[parts.kings],
        "queens": values.queens[parts.queens],
        "jacks": values.jacks[parts.jacks],
    }
    return {name: points for name, points in melds.items() if points}


def is_dix_only(hands: Sequence[Counts], trump: int, meld: int, values: MeldValues) -> bool:
    """Say whether the meld of these hands together consists of nines of trumps alone.

    False where nothing is melded.
    """
    if not values.is_nines(meld):
        return False
    nines = sum([hand[trump * SUIT_SIZE + NINE] for hand in hands])
    return meld == values.dix[nines]


def most_melded(options: Any, cards: Counts, trump: int, hands: int) -> int:
    """Return the most these cards meld with this suit as trump, parted among so many hands."""
    values = meld_values(options)
    return hand_meld(cards, trump, values if hands == 1 else parted(values))
