"""What an edited round breaks in formats that are not about meeting everybody.

In a bracket: out_of_bracket and other_opponent. In movements: repeat_partner, repeat. Where groups
are crossed: same_group, repeat, still_to_meet. Everywhere: missing_entry, table_size, avoid_pair.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from games.engine.sentences import say
from league.rounds.drawing.bracket.double_elimination import draw_double_elimination
from league.rounds.drawing.bracket.knockout import draw_knockout
from league.rounds.drawing.breach import Breach
from league.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable
from league.rounds.drawing.faults import missing, opponents, wrong_sides
from league.rounds.drawing.group_cross import groups_of
from league.rounds.drawing.reading import read_object
from league.rounds.drawing.request import DrawRequest
from league.rounds.drawing.table_moves.partners import NO_REPEAT
from league.rounds.drawing.table_moves.winners_move import KEYS, read_options
from league.rounds.drawing.unanswerable import Unanswerable

Judge = Callable[[DrawRequest, Sequence[DrawnRound]], Iterator[Breach]]


# ------------------------------------------------------------------------------------- brackets


def _judge_bracket(draw: Callable[[DrawRequest], Draw]) -> Judge:
    def judge(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
        for drawn in to_come:
            yield from wrong_sides(drawn, 1)
            yield from _avoided(request, drawn)
            if drawn.round == request.next_round:
                yield from _against_bracket(request, drawn, draw)

    return judge


def _against_bracket(
    request: DrawRequest, drawn: DrawnRound, draw: Callable[[DrawRequest], Draw]
) -> Iterator[Breach]:
    """Compare with the round the bracket asks for, as far as that can be drawn."""
    try:
        due = draw(replace(request, round=None, rounds=None)).rounds[0]
    except Unanswerable:
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


# ---------------------------------------------------------------------------------- movements


def _judge_winners_move(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    options = read_options(read_object(request.options, "options", allowed=KEYS))
    partners = Counter(
        frozenset(side.entries) for match in request.history.matches for side in match.sides
    )
    for drawn in to_come:
        yield from _judge_movement(request, drawn, options.at_a_table // 2)
        for table in drawn.tables:
            for side in map(frozenset, table.sides):
                if len(side) == 2 and partners[side] and options.partners == NO_REPEAT:
                    yield _partners_again(request, drawn, table, side, partners)
                partners[side] += 1


def _judge_ladder(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    for drawn in to_come:
        yield from _judge_movement(request, drawn, 1)


def _judge_chart(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    partners: Counter[frozenset[str]] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for match in request.history.matches:
        partners.update(frozenset(side.entries) for side in match.sides)
        met.update(opponents([side.entries for side in match.sides]))
    for drawn in to_come:
        yield from _judge_movement(request, drawn, 2)
        for table in drawn.tables:
            for side in map(frozenset, table.sides):
                if partners[side]:
                    yield _partners_again(request, drawn, table, side, partners)
                partners[side] += 1
            for pair in opponents(table.sides):
                met[pair] += 1
                yield from _met_again(request, drawn, table, pair, met)


def _judge_movement(request: DrawRequest, drawn: DrawnRound, size: int) -> Iterator[Breach]:
    yield from missing(request, drawn, [entry.id for entry in request.active])
    yield from wrong_sides(drawn, size)
    yield from _avoided(request, drawn)


def _partners_again(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    side: frozenset[str],
    partners: Mapping[frozenset[str], int],
) -> Breach:
    entries = tuple(sorted(side))
    sentence = say(
        "%(names)s have been partners before (rounds so far: %(times)d)",
        names=request.names(entries),
        times=partners[side],
    )
    return Breach("repeat_partner", sentence, drawn.round, table.table, entries)


# -------------------------------------------------------------------------------------- groups


def _judge_cross(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    group = {entry.id: entry.group for entry in request.entries}
    met: Counter[frozenset[str]] = Counter()
    for match in request.history.matches:
        met.update(opponents([side.entries for side in match.sides]))
    everybody = [entry.id for entry in request.active]
    for drawn in to_come:
        yield from missing(request, drawn, everybody)
        yield from wrong_sides(drawn, 1)
        yield from _avoided(request, drawn)
        for table in drawn.tables:
            for pair in opponents(table.sides):
                met[pair] += 1
                yield from _met_again(request, drawn, table, pair, met)
                entries = tuple(sorted(pair))
                if len({group.get(entry) for entry in pair}) == 1:
                    sentence = say("%(names)s are of the same group", names=request.names(entries))
                    yield Breach("same_group", sentence, drawn.round, table.table, entries)
    if request.rounds is None and request.round is None:
        yield from _still_to_meet(request, met)


def _still_to_meet(request: DrawRequest, met: Mapping[frozenset[str], int]) -> Iterator[Breach]:
    one_group, other_group = groups_of(request)
    active = {entry.id for entry in request.active}
    for one in one_group:
        for other in other_group:
            if {one, other} <= active and not met.get(frozenset((one, other))):
                sentence = say(
                    "%(one)s and %(other)s have still to meet; matches missing: %(left)d",
                    one=request.names([one]),
                    other=request.names([other]),
                    left=1,
                )
                yield Breach("still_to_meet", sentence, None, None, (one, other))


# -------------------------------------------------------------------------------------- shared


def _met_again(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    pair: frozenset[str],
    met: Mapping[frozenset[str], int],
) -> Iterator[Breach]:
    if met[pair] > 1:
        entries = tuple(sorted(pair))
        sentence = say(
            "%(names)s would have met %(met)d times", names=request.names(entries), met=met[pair]
        )
        yield Breach("repeat", sentence, drawn.round, table.table, entries)


def _avoided(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    for table in drawn.tables:
        for pair in map(frozenset, combinations(table.entries, 2)):
            if pair in request.avoid:
                entries = tuple(sorted(pair))
                sentence = say("%(names)s should be kept apart", names=request.names(entries))
                yield Breach("avoid_pair", sentence, drawn.round, table.table, entries)


JUDGES: dict[str, Judge] = {
    "knockout": _judge_bracket(draw_knockout),
    "double_elimination": _judge_bracket(draw_double_elimination),
    "winners_move": _judge_winners_move,
    "ladder": _judge_ladder,
    "seat_chart": _judge_chart,
    "group_cross": _judge_cross,
}
