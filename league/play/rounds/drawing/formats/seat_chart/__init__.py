"""Progressive by seats: North stays, South goes down a table, East up one, West up two.

The chart is free of repeats where neither 2 nor 3 divides the number of tables (seat_plan.py);
elsewhere the draw says from which round on people meet again, and what to take instead. It goes on
from where people sat last; the table of one who has left sits out, unless somebody who came late
takes the place. Rounds in the history are part of the answer and stay as they are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from games.sentences import say
from league.foundation.doors.reading import read_object
from league.play.rounds.drawing.breaches import (
    Breach,
    met_too_often,
    partners_again,
    wrong_tables,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason, round_played
from league.play.rounds.drawing.format import Cost, Format
from league.play.rounds.drawing.formats.seat_chart.seat_plan import (
    TURN,
    Chart,
    chart_begun,
    first_repeat,
    new_chart,
)
from league.play.rounds.drawing.movement_facts import facts_of, opponents_at
from league.play.rounds.drawing.request import (
    ORDER_AND_SEED,
    DrawRequest,
    check_round_is_open,
    order_asked,
    order_entries,
)


def draw_seat_chart(request: DrawRequest) -> Draw:
    """Return all rounds of the chart, or the first `rounds`, or `round` alone."""
    asked = order_asked(read_object(request.options, "options", allowed=ORDER_AND_SEED))
    check_round_is_open(request)
    ranked = order_entries(request.entries, **asked)
    chart = (chart_begun if request.history.rounds else new_chart)(request, ranked)
    last = _last_round(request, chart)
    past = set(request.history.rounds)
    rounds = [
        _played(request, number) if number in past else _to_come(request, chart, number)
        for number in range(1, last + 1)
    ]
    rounds = _with_repeats(request, chart, rounds)
    quality = _quality(request, chart, rounds) | {"seed": asked["seed"]}
    if request.round is not None:
        rounds = rounds[request.round - 1 :]
    return Draw(rounds=tuple(rounds), quality=quality)


def _last_round(request: DrawRequest, chart: Chart) -> int:
    for path, number in (("rounds", request.rounds), ("round", request.round)):
        if number is not None and number > max(chart.tables, *request.history.rounds, 0):
            raise impossible(
                "too_many_rounds",
                say(
                    "after %(last)d rounds everybody is back at the first place, so there is no "
                    "round %(number)d; ask for at most %(last)d, or for another movement",
                    last=chart.tables,
                    number=number,
                ),
                path=path,
            )
    played = max(request.history.rounds, default=0)
    return max(played, request.round or request.rounds or chart.tables)


# ---------------------------------------------------------------------------------- the answer


def _played(request: DrawRequest, number: int) -> DrawnRound:
    played = round_played(request, number)
    return replace(played, byes=(), sit_outs=played.byes)


def _to_come(request: DrawRequest, chart: Chart, number: int) -> DrawnRound:
    tables: list[DrawnTable] = []
    waiting: list[str] = []
    for table in range(chart.tables):
        here = chart.at(number, table)
        if len(here) < len(TURN):
            waiting += here.values()
            continue
        north, east, south, west = (here[line] for line in TURN)
        seats = (north, east, south, west)
        tables.append(
            DrawnTable(
                table=table + 1,
                seats=seats,
                sides=((north, south), (east, west)),
                why=(_why_here(request, number, seats),),
            )
        )
    return DrawnRound(
        round=number,
        tables=tuple(tables),
        sit_outs=(*waiting, *chart.spare),
        why=tuple(_why_sit_out(request, waiting, chart.spare)),
    )


def _why_here(request: DrawRequest, number: int, seats: Sequence[str]) -> Reason:
    north, east, south, west = (request.names([entry]) for entry in seats)
    if number == 1:
        sentence = say("the chart begins: who sits North stays, all others move by their line")
    else:
        sentence = say(
            "%(north)s (North) has stayed, %(south)s (South) has come down a table, "
            "%(east)s (East) up one, %(west)s (West) up two",
            north=north,
            south=south,
            east=east,
            west=west,
        )
    return Reason("chart", sentence)


def _why_sit_out(
    request: DrawRequest, waiting: Sequence[str], spare: Sequence[str]
) -> Iterator[Reason]:
    for entry in waiting:
        sentence = say(
            "%(entry)s sits out: somebody has left whose place at this table nobody has taken",
            entry=request.names([entry]),
        )
        yield Reason("sit_out", sentence)
    for entry in spare:
        sentence = say(
            "%(entry)s sits out: every place of the chart is taken; it is free for the next that "
            "leaves, or draw a movement that takes any number",
            entry=request.names([entry]),
        )
        yield Reason("sit_out", sentence)


def _with_repeats(
    request: DrawRequest, chart: Chart, rounds: Sequence[DrawnRound]
) -> list[DrawnRound]:
    """Return the rounds; those to come say who meets again, and warn before it begins."""
    to_come = [drawn.round for drawn in rounds if drawn.round not in request.history.rounds]
    repeat = first_repeat(chart.tables)
    warned = {number for number in to_come if repeat is not None and number >= repeat}
    if warned:
        warned.add(to_come[0])
    met: dict[frozenset[str], int] = {}
    answer: list[DrawnRound] = []
    for drawn in rounds:
        tables: list[DrawnTable] = []
        for table in drawn.tables:
            again = [pair for pair in _meetings(table) if pair in met]
            why = tuple(_why_again(request, again, met)) if drawn.round in to_come else ()
            tables.append(replace(table, why=(*table.why, *why)))
        met |= {pair: drawn.round for table in drawn.tables for pair in _meetings(table)}
        warning = (_warning(chart.tables, repeat),) if repeat and drawn.round in warned else ()
        answer.append(replace(drawn, tables=tuple(tables), why=(*warning, *drawn.why)))
    return answer


def _warning(tables: int, repeat: int) -> Reason:
    sentence = say(
        "with %(tables)d tables people meet again from round %(repeat)d on; the chart has no "
        "repeats with 5, 7, 11 or 13 tables: stop after round %(last)d, or play winners move or an "
        "individual movement",
        tables=tables,
        repeat=repeat,
        last=repeat - 1,
    )
    return Reason("chart_repeats", sentence)


def _why_again(
    request: DrawRequest, again: Sequence[frozenset[str]], met: dict[frozenset[str], int]
) -> Iterator[Reason]:
    for pair in again:
        sentence = say(
            "%(names)s meet again: they were at a table in round %(round)d",
            names=request.names(sorted(pair)),
            round=met[pair],
        )
        yield Reason("repeat", sentence)


def _meetings(table: DrawnTable) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(table.entries, 2)]


def _quality(request: DrawRequest, chart: Chart, rounds: Sequence[DrawnRound]) -> dict[str, object]:
    active = [entry.id for entry in request.active]
    tables = [table for drawn in rounds for table in drawn.tables]
    partners = Counter(frozenset(side) for table in tables for side in table.sides)
    opponents = Counter(
        frozenset((entry, other))
        for table in tables
        for entry in table.sides[0]
        for other in table.sides[1]
    )
    met = partners + opponents
    waits = Counter(entry for drawn in rounds for entry in drawn.sit_outs)
    shares = [waits[entry] for entry in active]
    times = [met[frozenset(pair)] for pair in combinations(active, 2)]
    return {
        "repeat_partners": sum(count - 1 for count in partners.values()),
        "repeat_opponents": sum(count - 1 for count in opponents.values()),
        "avoid_pairs_met": sum(met[pair] for pair in request.avoid),
        "sit_outs": [min(shares, default=0), max(shares, default=0)],
        "balance": max(times, default=0) - min(times, default=0),
        "first_repeat": first_repeat(chart.tables),
    }


# ------------------------------------------------------------------------------- what breaks it


def judge_chart(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what the rounds break, also who meets again or has a partner again."""
    facts = facts_of(request.history)
    for drawn in to_come:
        yield from wrong_tables(request, drawn, 2)
        for table in drawn.tables:
            for side in map(frozenset, table.sides):
                if facts.partners[side]:
                    yield partners_again(request, drawn, table, side, facts.partners)
                facts.partners[side] += 1
            for pair in opponents_at(table.sides):
                facts.opponents[pair] += 1
                yield from met_too_often(request, drawn, table, pair, facts.opponents)


FORMAT = Format(
    id="seat_chart",
    label=say("Seat chart"),
    help=say(
        "Single players move by their seat: North stays, South goes down a table, East up one, "
        "West up two. Without repeats at 5, 7, 11 or 13 tables."
    ),
    who="partners",
    all_at_once=True,
    results="none",
    rests="sit_out",
    options=(),
    filled=frozenset({"seed"}),
    draw=draw_seat_chart,
    judge=judge_chart,
    ways=(),
    cost=Cost(rounds=lambda entries: entries // 4, weight=2),
    seats=(4,),
    trial=20,
)
