"""What is wrong with a round by itself, whatever its format."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from games.engine.sentences import say
from league.rounds.drawing.breach import Breach
from league.rounds.drawing.drawn import DrawnRound
from league.rounds.drawing.request import DrawRequest


def missing(request: DrawRequest, drawn: DrawnRound, expected: Collection[str]) -> Iterator[Breach]:
    """Yield whoever should stand somewhere in the round and does not."""
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
    """Yield the tables that are not two sides of so many entries."""
    for table in drawn.tables:
        if [len(side) for side in table.sides] != [size, size]:
            sentence = say(
                "table %(table)d must have two sides of %(size)d", table=table.table, size=size
            )
            yield Breach("table_size", sentence, drawn.round, table.table, table.entries)


def opponents(sides: Sequence[Sequence[str]]) -> Iterator[frozenset[str]]:
    """Yield the pairs that meet at a table of these sides."""
    for one_side, other_side in combinations(sides, 2):
        for one in one_side:
            for other in other_side:
                if one != other:
                    yield frozenset((one, other))
