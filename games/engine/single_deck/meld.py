"""The melds of one hand: its cards are counted once, and what they are worth follows.

A card may serve one meld of each type: runs and marriages, pinochles, and cards around. A run
swallows its own royal marriage; a double value takes the place of the single one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from games.engine.cards import Counts
from games.engine.single_deck.deck import NINE, SUIT_SIZE

RunExtras = Literal["each", "marriage_only"]

# worth of a meld held not at all, once and twice
RUN = (0, 150, 1500)
ROYAL_MARRIAGE = (0, 40, 80)
MARRIAGE = 20  # each, in the three other suits together up to six times
DIX = (0, 10, 20)
PINOCHLE = (0, 40, 300)
ACES = (0, 100, 1000)
KINGS = (0, 80, 800)
QUEENS = (0, 60, 600)
JACKS = (0, 40, 400)
RUN_EXTRA = 40  # a king or queen of trumps beside a run, or only both together


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


def hand_meld(hand: Counts, trump: int, run_extras: RunExtras) -> int:
    """Return the meld of one hand."""
    return worth_of(count_parts(hand, trump), run_extras)


def worth_of(parts: MeldParts, run_extras: RunExtras) -> int:
    """Return what these parts are worth together."""
    return (
        trump_run_worth(parts.runs, parts.trump_kings, parts.trump_queens, run_extras)
        + MARRIAGE * parts.marriages
        + DIX[parts.dixes]
        + PINOCHLE[parts.pinochles]
        + ACES[parts.aces]
        + KINGS[parts.kings]
        + QUEENS[parts.queens]
        + JACKS[parts.jacks]
    )


def trump_run_worth(runs: int, kings: int, queens: int, run_extras: RunExtras) -> int:
    """Return the worth of the runs and marriages of trumps."""
    if runs == 1:
        return RUN[1] + RUN_EXTRA * run_extra_count(kings, queens, run_extras)
    return RUN[runs] if runs else ROYAL_MARRIAGE[min(kings, queens)]


def run_extra_count(kings: int, queens: int, run_extras: RunExtras) -> int:
    """Return how many extras count beside a single run that holds one king and one queen."""
    beside = (kings - 1, queens - 1)
    return sum(beside) if run_extras == "each" else min(beside)


def named_melds(hand: Counts, trump: int, run_extras: RunExtras) -> dict[str, int]:
    """Return the points of a hand's melds by name, those it has; their sum is its meld."""
    return dict(_named(count_parts(hand, trump), run_extras))


@lru_cache(maxsize=4096)
def _named(parts: MeldParts, run_extras: RunExtras) -> dict[str, int]:
    single_run = parts.runs == 1
    extras = run_extra_count(parts.trump_kings, parts.trump_queens, run_extras) if single_run else 0
    royal = 0 if parts.runs else min(parts.trump_kings, parts.trump_queens)
    melds = {
        "run": RUN[parts.runs],
        "run_extra": RUN_EXTRA * extras,
        "royal_marriage": ROYAL_MARRIAGE[royal],
        "marriage": MARRIAGE * parts.marriages,
        "dix": DIX[parts.dixes],
        "pinochle": PINOCHLE[parts.pinochles],
        "aces": ACES[parts.aces],
        "kings": KINGS[parts.kings],
        "queens": QUEENS[parts.queens],
        "jacks": JACKS[parts.jacks],
    }
    return {name: points for name, points in melds.items() if points}


def is_dix_only(hands: Sequence[Counts], trump: int, meld: int) -> bool:
    """Say whether the meld of these hands together consists of nines of trumps alone.

    False where nothing is melded.
    """
    if meld not in DIX[1:]:
        return False
    nines = sum([hand[trump * SUIT_SIZE + NINE] for hand in hands])
    return meld == DIX[nines]


def most_melded(options: Any, cards: Counts, trump: int) -> int:
    """Return what these cards meld with this suit as trump, by the options of their game."""
    return hand_meld(cards, trump, options.run_extras)
