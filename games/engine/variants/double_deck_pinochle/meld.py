"""The melds: each hand is scanned after trump and exchange, and its best legal meld is counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from games.engine.cards import Counts
from games.engine.kept import kept
from games.engine.variants.double_deck_pinochle.deal import RANKS
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import Sentence, say

LEAST_MELD = 20  # a side with less counts nothing
SUIT_SIZE = len(RANKS)

# worth of a meld held once, twice, three and four times; None: shown as several smaller ones
Worth = tuple[int, int, int | None, int | None]
STANDARD: dict[str, Worth] = {
    "run": (15, 150, 225, 300),
    "royal": (4, 8, 12, 16),
    "aces": (10, 100, 150, 200),
    "kings": (8, 80, 120, 160),
    "queens": (6, 60, 90, 120),
    "jacks": (4, 40, 60, 80),
    "pinochle": (4, 30, 60, 90),
}
TABLES: dict[str, dict[str, Worth]] = {
    "standard": STANDARD,
    "doubling": STANDARD
    | {
        "run": (15, 150, 300, 600),
        "aces": (10, 100, 200, 400),
        "kings": (8, 80, 160, 320),
        "queens": (6, 60, 120, 240),
        "jacks": (4, 40, 80, 160),
        "pinochle": (4, 30, 90, 270),
    },
    "five_hundred": STANDARD
    | {
        "run": (15, 150, 500, None),
        "aces": (10, 100, 500, None),
        "kings": (8, 80, 400, None),
        "queens": (6, 60, 300, None),
        "jacks": (4, 40, 200, None),
        "pinochle": (4, 30, 90, 360),
        "royal": (4, 30, 60, 240),
    },
    "no_triple_run": STANDARD | {"run": (15, 150, None, None)},
}


class MeldParts(NamedTuple):
    """What a hand can meld: how often it holds each of them."""

    runs: int
    royal_pairs: int  # kings with queens of trumps, those of runs included
    plain_pairs: int  # in the three other suits together
    aces: int  # around: the fewest aces in any suit
    kings: int
    queens: int
    jacks: int
    pinochles: int


class HandMeld(NamedTuple):
    """The best meld of a hand, and what the deal asks of it besides."""

    points: int
    has_royal_marriage: bool
    has_aces_around: bool


@dataclass(frozen=True, slots=True, eq=False)
class MeldTable:
    """What each meld is worth by how often it is held, 0 to 4 times; 0 where it does not exist.

    There is one for all options that make the same table while it is kept, so it is compared by
    identity.
    """

    run: tuple[int, ...]
    royal: tuple[int, ...]
    aces: tuple[int, ...]
    kings: tuple[int, ...]
    queens: tuple[int, ...]
    jacks: tuple[int, ...]
    pinochle: tuple[int, ...]
    marriage: int  # in a suit that is not trumps
    roundhouse: int  # a roundhouse as a meld of its own
    run_roundhouse: int
    double_roundhouse: int

    @property
    def has_roundhouses(self) -> bool:
        return bool(self.roundhouse or self.run_roundhouse or self.double_roundhouse)


_TIMES = ("", "double_", "triple_", "quadruple_")
# an option for each time a meld is held; the pinochle held once has its own name
_OPTIONS = {
    meld: tuple(
        "pinochle_single" if time + meld == "pinochle" else time + option for time in _TIMES
    )
    for meld, option in [(meld, "royal_marriage" if meld == "royal" else meld) for meld in STANDARD]
}
_worths_of = attrgetter(*(name for names in _OPTIONS.values() for name in names))


@kept
def meld_table(options: Options) -> MeldTable:
    """Return the table these options make."""
    return _meld_table(
        options.meld_table,
        options.marriage,
        options.roundhouse,
        options.run_roundhouse,
        options.double_roundhouse,
        _worths_of(options),
    )


@lru_cache(maxsize=256)  # clubs type values of their own
def _meld_table(
    name: str,
    marriage: int,
    roundhouse: int,
    run_roundhouse: int | str,
    double_roundhouse: int | str,
    worths: tuple[int | str, ...],
) -> MeldTable:
    own = iter(worths)
    return MeldTable(
        **{meld: with_splits(_typed(TABLES[name][meld], own)) for meld in STANDARD},
        marriage=marriage,
        # 24 is the sum of its parts, so only the dearer one is a meld of its own
        roundhouse=roundhouse if roundhouse != 24 else 0,
        run_roundhouse=run_roundhouse if isinstance(run_roundhouse, int) else 0,
        double_roundhouse=double_roundhouse if isinstance(double_roundhouse, int) else 0,
    )


@lru_cache(maxsize=256)
def parted(table: MeldTable) -> MeldTable:
    """Return a table by which the cards of two hands meld no less together than in any two parts.

    Two single melds, one in each hand, can be worth more than a double one.
    """
    apart: dict[str, Any] = {meld: _no_less_apart(getattr(table, meld)) for meld in STANDARD}
    return replace(table, **apart)


def _no_less_apart(worth: tuple[int, ...]) -> tuple[int, ...]:
    best: list[int] = []
    for times, value in enumerate(worth):
        best.append(max([value, *(best[n] + best[times - n] for n in range(1, times))]))
    return tuple(best)


def _typed(values: Worth, own: Iterator[int | str]) -> Worth:
    """Return the values of the table with the club's own in their place; it takes its four."""
    once, twice, thrice, all_four = (
        value if isinstance(typed, str) else typed
        for value, typed in zip(values, islice(own, len(values)), strict=True)
    )
    return once or 0, twice or 0, thrice, all_four


def impossible_melds(options: Options) -> Iterator[tuple[str, Sentence]]:
    """Give each meld that would be worth less than the same held fewer times, by option."""
    table = meld_table(options)
    for meld, names in _OPTIONS.items():
        worth: tuple[int, ...] = getattr(table, meld)
        for times, name in enumerate(names, start=1):
            if worth[times] < worth[times - 1]:
                reason = say(
                    "held %(times)d times, a meld is worth as much as held fewer times, "
                    "%(fewer)d, or more, not %(own)d",
                    times=times,
                    fewer=worth[times - 1],
                    own=worth[times],
                )
                yield name, reason


def with_splits(worth: Worth) -> tuple[int, ...]:
    """Return the worth of 0 to 4; a multiple without a value is the best split into smaller."""
    values = [0]
    for times, value in enumerate(worth, start=1):
        split = max((values[n] + values[times - n] for n in range(1, times)), default=0)
        values.append(split if value is None else value)
    return tuple(values)


def best_meld(hand: Counts, trump: int, table: MeldTable) -> HandMeld:
    """Return the best meld of a hand; `trump` is the place of the suit among the suits."""
    parts = count_parts(hand, trump)
    return HandMeld(worth_of(parts, table), parts.royal_pairs > 0, parts.aces > 0)


def count_parts(hand: Counts, trump: int) -> MeldParts:
    """Return what a hand can meld; `trump` is the place of the suit among the suits."""
    # the copies held, by rank and suit; tens make no meld but a run
    js, qs, ks, _, as_, jh, qh, kh, _, ah, jd, qd, kd, _, ad, jc, qc, kc, _, ac = hand
    pairs = (
        ks if ks < qs else qs,
        kh if kh < qh else qh,
        kd if kd < qd else qd,
        kc if kc < qc else qc,
    )
    royal = pairs[trump]
    first = trump * SUIT_SIZE
    return MeldParts(
        min(hand[first : first + SUIT_SIZE]) if royal else 0,
        royal,
        sum(pairs) - royal,
        min(as_, ah, ad, ac) if as_ and ah and ad and ac else 0,
        min(ks, kh, kd, kc) if ks and kh and kd and kc else 0,
        min(qs, qh, qd, qc) if qs and qh and qd and qc else 0,
        min(js, jh, jd, jc) if js and jh and jd and jc else 0,
        qs if qs < jd else jd,
    )


def worth_of(parts: MeldParts, table: MeldTable) -> int:
    """Return the most that these parts can be worth: runs and roundhouses are a choice."""
    runs, royal_pairs, plain_pairs, aces, kings, queens, jacks, pinochles = parts
    if table.has_roundhouses and royal_pairs and kings and queens:
        sequences = _best_with_roundhouses(parts, table)
    else:
        run, royal = table.run, table.royal
        sequences = royal[royal_pairs]
        for used in range(1, runs + 1):
            sequences = max(sequences, run[used] + royal[royal_pairs - used])
        sequences += table.marriage * plain_pairs + table.kings[kings] + table.queens[queens]
    return sequences + table.aces[aces] + table.jacks[jacks] + table.pinochle[pinochles]


def _best_with_roundhouses(parts: MeldParts, table: MeldTable) -> int:
    """Return the most that runs, marriages, kings and queens make, roundhouses among them.

    A roundhouse uses a king and queen of each suit in place of the marriages and of the kings and
    queens around; together with a run it uses only the run's own king and queen of trumps.
    """
    runs, royal_pairs, plain_pairs, _, kings, queens, _, _ = parts
    arounds = min(kings, queens)
    best = 0
    for plain in range(arounds + 1 if table.roundhouse else 1):
        for with_run in range(min(arounds, runs) + 1 if table.run_roundhouse else 1):
            for double in range(arounds // 2 + 1 if table.double_roundhouse else 1):
                used = plain + with_run + 2 * double
                if used > arounds:
                    continue
                rest = (
                    plain * table.roundhouse
                    + with_run * table.run_roundhouse
                    + double * table.double_roundhouse
                    + table.marriage * (plain_pairs - 3 * used)
                    + table.kings[kings - used]
                    + table.queens[queens - used]
                )
                # the run's own king and queen serve the roundhouse that stands with it
                pairs = royal_pairs - used
                for run in range(min(runs - with_run, pairs) + 1):
                    best = max(best, rest + table.run[run] + table.royal[pairs - run])
    return best


def least_with_marriage(table: MeldTable) -> int:
    """Return the fewest points of a hand with a king and queen of trumps; a run may hold them."""
    return table.royal[1]


def counted_meld(raw: int, has_bid: bool, options: Options) -> int:
    """Return what counts of a side's meld: nothing below 20, or of a side that had to bid."""
    if raw < LEAST_MELD or (options.must_bid_for_meld and not has_bid):
        return 0
    return raw


def raw_melds(hands: Sequence[HandMeld]) -> list[int]:
    """Return the melds of the two sides before anything is taken away."""
    return [hands[0].points + hands[2].points, hands[1].points + hands[3].points]
