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
from math import gcd
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.breaches import Breach, met_too_often, partners_again, wrong_tables
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason, round_played
from league.play.rounds.drawing.format import Cost, Format
from league.play.rounds.drawing.movement_facts import facts_of, opponents_at
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_round_is_open,
    options_asked,
    order_entries,
)
from league.play.rounds.drawing.stage_options import Order

# --- The lines of a seat chart: who sits where in which round, and when people meet again ---
# With T tables North and South, North and East, East and West meet again only after T rounds, but
# North and West (and South and East) after T/2 where T is even, South and West after T/3 where 3
# divides T. So T rounds are free of repeats exactly where neither 2 nor 3 divides T: 5, 7, 11, 13
# tables (chatgamers; formats.md, section 6; a test enumerates it).

# by line: how many tables up it goes after each round; North and South are partners
STEPS = {"N": 0, "S": -1, "E": 1, "W": 2}
TURN = ("N", "E", "S", "W")
MOST_ENTRIES = 400


class Chart(NamedTuple):
    """How many tables there are, and who began at each line and table, as far as known."""

    tables: int
    places: dict[tuple[str, int], str]
    spare: tuple[str, ...]

    def at(self, number: int, table: int) -> dict[str, str]:
        """Return who sits at a table (from 0) in a round, by line; lines may be missing."""
        begun = {line: (line, begun_at(self.tables, line, number, table)) for line in TURN}
        return {line: self.places[place] for line, place in begun.items() if place in self.places}


def first_repeat(tables: int) -> int | None:
    """Return the round in which two players of a chart first meet again, or None within T rounds.

    Lines whose steps differ by d meet again after T / gcd(d, T) rounds.
    """
    apart = {abs(one - other) for one, other in combinations(STEPS.values(), 2)}
    soonest = min(tables // gcd(difference, tables) for difference in apart)
    return None if soonest == tables else soonest + 1


def new_chart(request: DrawRequest, ranked: Sequence[str]) -> Chart:
    active = {entry.id for entry in request.active}
    players = [entry for entry in ranked if entry in active]
    count = len(players)
    if count < 4:
        raise impossible(
            "too_few_entries",
            say(
                "four players sit at a table here, so at least 4 are needed, not %(count)d; find "
                "more players, or play individual tables, which can be of 3",
                count=count,
            ),
            path="entries",
        )
    if count > MOST_ENTRIES:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d players are too many for one chart; at most %(most)d can follow it: "
                "divide them into groups",
                count=count,
                most=MOST_ENTRIES,
            ),
            path="entries",
        )
    if count % 4:
        raise impossible(
            "not_full_tables",
            say(
                "a seat chart needs full tables of four, and %(count)d players do not fill them: "
                "find %(missing)d more, or play winners move or individual tables, which take any "
                "number",
                count=count,
                missing=-count % 4,
            ),
            path="entries",
        )
    places = {(TURN[at % 4], at // 4): entry for at, entry in enumerate(players)}
    return Chart(count // 4, places, ())


def chart_begun(request: DrawRequest, ranked: Sequence[str]) -> Chart:
    """Return the chart that the last known places of everybody belong to.

    Late entries take the places of those who have left; `spare` are those for whom none is free.
    """
    tables = _tables_of(request)
    last_seat = _last_seats(request, tables)
    active = {entry.id for entry in request.active}
    places: dict[tuple[str, int], str] = {}
    # where a director's change has given two the same line, whoever sat there last has it
    for entry, (number, line, table) in sorted(last_seat.items(), key=lambda item: -item[1][0]):
        if entry in active:
            places.setdefault((line, begun_at(tables, line, number, table)), entry)
    seated = set(places.values())
    spare = [entry for entry in ranked if entry in active and entry not in seated]
    free = [
        (line, table) for table in range(tables) for line in TURN if (line, table) not in places
    ]
    places |= dict(zip(free, spare, strict=False))
    return Chart(tables, places, tuple(spare[len(free) :]))


def _last_seats(request: DrawRequest, tables: int) -> dict[str, tuple[int, str, int]]:
    """Return for each entry the last round it sat in, its line, and its table from 0."""
    last_seat: dict[str, tuple[int, str, int]] = {}
    for match, table in _numbered(request):
        if not 1 <= table <= tables:
            raise _unknown_table(request, match, tables)
        for line, entry in _lines(request, match):
            last_seat[entry] = (match.round, line, table - 1)
    return last_seat


def begun_at(tables: int, line: str, number: int, table: int) -> int:
    """Return the table (from 0) at which whoever sits there in a round began."""
    return (table - STEPS[line] * (number - 1)) % tables


def _tables_of(request: DrawRequest) -> int:
    """Return how many tables the chart began with, whoever left before they sat down."""
    first = request.history.rounds[0]
    begun = sum(len(match.entries) for match in request.history.matches if match.round == first)
    begun += sum(bye.round == first for bye in request.history.byes)
    known = [table for _match, table in _numbered(request)] if begun % 4 else []
    return max(1, -(-begun // 4), *known)


def _numbered(request: DrawRequest) -> Iterator[tuple[Match, int]]:
    """Yield each match with its table, counted in its round where the history does not say it."""
    for number in request.history.rounds:
        matches = [match for match in request.history.matches if match.round == number]
        for place, match in enumerate(matches, start=1):
            yield match, match.table or place


def _unknown_table(request: DrawRequest, match: Match, tables: int) -> CannotDraw:
    return impossible(
        "unknown_table",
        say(
            "round %(round)d of the history has a table of %(names)s that is none of the "
            "%(tables)d tables of the chart; give every table its number from 1 to %(tables)d",
            round=match.round,
            names=request.names(match.entries),
            tables=tables,
        ),
        path="history",
    )


def _lines(request: DrawRequest, match: Match) -> Iterator[tuple[str, str]]:
    if len(match.sides) != 2 or any(len(side.entries) != 2 for side in match.sides):
        raise impossible(
            "not_two_sides",
            say(
                "round %(round)d of the history has a table of %(names)s; in a seat chart two play "
                "against two: North and South, East and West",
                round=match.round,
                names=request.names(match.entries),
            ),
            path="history",
        )
    (north, south), (east, west) = (side.entries for side in match.sides)
    yield from (("N", north), ("S", south), ("E", east), ("W", west))


def draw_seat_chart(request: DrawRequest) -> Draw:
    """Return all rounds of the chart, or the first `rounds`, or `round` alone."""
    asked = options_asked(request, Order)
    check_round_is_open(request)
    ranked = order_entries(request.entries, asked.order, asked.seed)
    chart = (chart_begun if request.history.rounds else new_chart)(request, ranked)
    last = _last_round(request, chart)
    past = set(request.history.rounds)
    rounds = [
        _played(request, number) if number in past else _to_come(request, chart, number)
        for number in range(1, last + 1)
    ]
    rounds = _with_repeats(request, chart, rounds)
    quality = _quality(request, chart, rounds) | {"seed": asked.seed}
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
