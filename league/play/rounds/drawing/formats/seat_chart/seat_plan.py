"""The lines of a seat chart: who sits where in which round, and when people meet again.

With T tables North and South, North and East, East and West meet again only after T rounds, but
North and West (and South and East) after T/2 where T is even, South and West after T/3 where 3
divides T. So T rounds are free of repeats exactly where neither 2 nor 3 divides T: 5, 7, 11, 13
tables (chatgamers; formats.md, section 6; a test enumerates it).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import gcd
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.request import DrawRequest

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
