"""The breaches of an edited round of a bracket: no match for an entry, or another opponent."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from games.sentences import say
from league.foundation.doors.reading import InvalidRequest
from league.play.rounds.drawing.breaches import Breach, Judge, avoided, missing, wrong_sides
from league.play.rounds.drawing.drawn import Draw, DrawnRound
from league.play.rounds.drawing.request import DrawRequest


def judge_bracket(draw: Callable[[DrawRequest], Draw]) -> Judge:
    """Return the judge of brackets that are drawn so.

    Codes: missing_entry, table_size, avoid_pair, out_of_bracket, other_opponent.
    """

    def judge(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
        for drawn in to_come:
            yield from wrong_sides(drawn, 1)
            for table in drawn.tables:
                yield from avoided(request, drawn, table)
            if drawn.round == request.next_round:
                yield from _against_bracket(request, drawn, draw)

    return judge


def _against_bracket(
    request: DrawRequest, drawn: DrawnRound, draw: Callable[[DrawRequest], Draw]
) -> Iterator[Breach]:
    """Yield where the round differs from the one the bracket asks for, if that can be drawn."""
    try:
        due = draw(replace(request, round=None, rounds=None)).rounds[0]
    except InvalidRequest:
        return
    opponent = {
        one: other
        for table in due.tables
        for one, other in (table.entries, tuple(reversed(table.entries)))
    }
    expected = [*opponent, *due.byes]
    yield from missing(request, drawn, expected)
    for table in drawn.tables:
        for entry in table.entries:
            if entry not in expected and entry not in due.sit_outs:
                sentence = say(
                    "%(entry)s has no match in this round: it is out, or waits for another result",
                    entry=request.names([entry]),
                )
                yield Breach("out_of_bracket", sentence, drawn.round, table.table, (entry,))
        strangers = [e for e in table.entries if e in opponent and opponent[e] not in table.entries]
        for entry in strangers:
            sentence = say(
                "in the bracket %(entry)s meets %(opponent)s",
                entry=request.names([entry]),
                opponent=request.names([opponent[entry]]),
            )
            yield Breach("other_opponent", sentence, drawn.round, table.table, (entry,))
