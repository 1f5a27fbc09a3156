"""The best meld of a hand by the names of its parts, for people who want to see what was laid."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.cards import SUITS, Counts
from games.engine.meld_names import MELDS
from games.engine.variants.double_deck_pinochle.meld import (
    MeldParts,
    MeldTable,
    count_parts,
    meld_table,
)
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import Sentence, say

Named = tuple[Sentence, int]  # what it is called, and its points


class Sequences(NamedTuple):
    """One way to use kings and queens: how often each meld is laid."""

    runs: int
    royal: int
    plain: int
    roundhouses: int
    with_run: int  # roundhouses that stand with a run
    double: int  # double roundhouses
    kings: int
    queens: int


def named_melds(state: State) -> list[tuple[int, Sentence, int]]:
    """Return (seat, name, points) of every meld on the table, before the first card is played.

    A deal that ends because the declarer has no royal marriage ends before melding; then only
    opponents who score their meld lay it.
    """
    if state.trump is None:
        return []
    trump, table = SUITS.index(state.trump), meld_table(state.options)
    return [
        (seat, name, points)
        for seat, hand in enumerate(state.hands)
        if _is_laid(state, seat)
        for name, points in name_melds(hand, trump, table)
    ]


def _is_laid(state: State, seat: int) -> bool:
    if state.outcome != "no_marriage":
        return True
    return seat % 2 != state.declaring and state.options.no_marriage_opponents == "meld"


def name_melds(hand: Counts, trump: int, table: MeldTable) -> list[Named]:
    """Return the melds of a hand that are worth the most together, with their points."""
    parts = count_parts(hand, trump)
    best = max(_ways(parts, table), key=lambda way: sum(points for _, points in way))
    other_melds = [
        _times("aces", parts.aces, table.aces[parts.aces]),
        _times("jacks", parts.jacks, table.jacks[parts.jacks]),
        _times("pinochle", parts.pinochles, table.pinochle[parts.pinochles]),
    ]
    return [named for named in [*best, *other_melds] if named[1]]


def _ways(parts: MeldParts, table: MeldTable) -> Iterator[list[Named]]:
    """Give what runs, marriages, kings and queens can make, roundhouses among them."""
    for way in _uses(parts, table):
        yield [
            _times("run", way.runs, table.run[way.runs]),
            _times("royal_marriage", way.royal, table.royal[way.royal]),
            _times("marriage", way.plain, table.marriage * way.plain),
            _times("roundhouse", way.roundhouses, table.roundhouse * way.roundhouses),
            _times("run_roundhouse", way.with_run, table.run_roundhouse * way.with_run),
            _times(
                "double_roundhouse",
                way.double,
                table.double_roundhouse * way.double,
            ),
            _times("kings", way.kings, table.kings[way.kings]),
            _times("queens", way.queens, table.queens[way.queens]),
        ]


def _uses(parts: MeldParts, table: MeldTable) -> Iterator[Sequences]:
    """Give every use of kings and queens; a roundhouse takes one of each from every suit."""
    runs, royal_pairs, plain_pairs, _, kings, queens, _, _ = parts
    arounds = min(kings, queens, royal_pairs)
    for plain in range(arounds + 1 if table.roundhouse else 1):
        for with_run in range(min(arounds, runs) + 1 if table.run_roundhouse else 1):
            for double in range(arounds // 2 + 1 if table.double_roundhouse else 1):
                used = plain + with_run + 2 * double
                if used > arounds:
                    continue
                pairs = royal_pairs - used
                for run in range(min(runs - with_run, pairs) + 1):
                    yield Sequences(
                        run,
                        pairs - run,
                        plain_pairs - 3 * used,
                        plain,
                        with_run,
                        double,
                        kings - used,
                        queens - used,
                    )


def _times(code: str, times: int, points: int) -> Named:
    name = MELDS[code]
    return (name if times == 1 else say("%(meld)s × %(times)d", meld=name, times=times), points)
