"""The breaches of a drawn or edited round: faults such as a missing entry or a second meeting.

The judge of each format puts its checks together from the functions here.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.play.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.play.rounds.drawing.movement_facts import Pair
from league.play.rounds.drawing.request import DrawRequest


class Breach(NamedTuple):
    """A fault of a round: a stable `code`, a sentence, and where; `table` None: the whole round."""

    code: str
    sentence: Sentence
    round: int | None = None
    table: int | None = None
    entries: tuple[str, ...] = ()


# a request and the rounds that are not played yet -> the breaches in these
Judge: TypeAlias = Callable[[DrawRequest, Sequence[DrawnRound]], Iterator[Breach]]


def missing(request: DrawRequest, drawn: DrawnRound, expected: Collection[str]) -> Iterator[Breach]:
    """Yield a breach for each expected entry that has neither a table nor a bye in the round."""
    placed = {entry for table in drawn.tables for entry in table.entries}
    placed |= {*drawn.byes, *drawn.sit_outs}
    for entry in expected:
        if entry not in placed:
            sentence = say(
                "%(entry)s is nowhere in round %(round)d: give it a table or a bye",
                entry=request.names([entry]),
                round=drawn.round,
            )
            yield Breach("missing_entry", sentence, drawn.round, None, (entry,))


def wrong_sizes(drawn: DrawnRound, least: int, most: int) -> Iterator[Breach]:
    """Yield the tables with fewer or more sides than a table may have."""
    for table in drawn.tables:
        if not least <= len(table.sides) <= most:
            sentence = say(
                "table %(table)d has %(count)d sides; it must have %(least)d to %(most)d",
                table=table.table,
                count=len(table.sides),
                least=least,
                most=most,
            )
            yield Breach("table_size", sentence, drawn.round, table.table, table.entries)


def wrong_sides(drawn: DrawnRound, size: int) -> Iterator[Breach]:
    """Yield the tables that have not two sides of `size` entries each."""
    for table in drawn.tables:
        if [len(side) for side in table.sides] != [size, size]:
            sentence = say(
                "table %(table)d must have two sides of %(size)d", table=table.table, size=size
            )
            yield Breach("table_size", sentence, drawn.round, table.table, table.entries)


def wrong_tables(request: DrawRequest, drawn: DrawnRound, size: int) -> Iterator[Breach]:
    """Yield the breaches of a round of tables with two sides of `size` entries, for all entries."""
    yield from missing(request, drawn, [entry.id for entry in request.active])
    yield from wrong_sides(drawn, size)
    for table in drawn.tables:
        yield from avoided(request, drawn, table)


def avoided(request: DrawRequest, drawn: DrawnRound, table: DrawnTable) -> Iterator[Breach]:
    """Yield the pairs at a table that should be kept apart."""
    for pair in map(frozenset, combinations(table.entries, 2)):
        if pair in request.avoid:
            entries = tuple(sorted(pair))
            sentence = say("%(names)s should be kept apart", names=request.names(entries))
            yield Breach("avoid_pair", sentence, drawn.round, table.table, entries)


def met_too_often(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    pair: Pair,
    met: Counter[Pair],
    *,
    most: int = 1,
) -> Iterator[Breach]:
    """Yield a breach if two meet more often than `most`; `met` counts this meeting as well."""
    if met[pair] > most:
        entries = tuple(sorted(pair))
        sentence = say(
            "%(names)s would have met %(met)d times", names=request.names(entries), met=met[pair]
        )
        yield Breach("repeat", sentence, drawn.round, table.table, entries)


def partners_again(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    side: Pair,
    partners: Counter[Pair],
) -> Breach:
    """Return the breach that the two of a side have been partners in rounds before."""
    entries = tuple(sorted(side))
    sentence = say(
        "%(names)s have been partners before (rounds so far: %(times)d)",
        names=request.names(entries),
        times=partners[side],
    )
    return Breach("repeat_partner", sentence, drawn.round, table.table, entries)


def still_to_meet(request: DrawRequest, one: str, other: str, left: int = 1) -> Breach:
    """Return the breach that two entries still have `left` matches to play against each other."""
    sentence = say(
        "%(one)s and %(other)s have still to meet; matches missing: %(left)d",
        one=request.names([one]),
        other=request.names([other]),
        left=left,
    )
    return Breach("still_to_meet", sentence, None, None, (one, other))
