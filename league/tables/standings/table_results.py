"""Reading the results of tables: as columns where two single entries met at each of a round."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress
from typing import Any, NamedTuple

import orjson
from django.db import connection

from league.foundation.doors.reading import InvalidRequest, Number
from league.play.prepared.hiding import NOTHING_HIDDEN, HiddenDeals
from league.play.results.models import TableState
from league.play.rounds.draw_requests import history_of
from league.play.rounds.forfeits import absent_sides
from league.play.rounds.models import Round, Table
from league.play.rounds.rooms import compares_deals
from league.play.rounds.stage_results import Points, use_match_points
from league.tables.standings.deal_facts import Credits, DealFact, compared_deals, deal_facts
from league.tables.standings.methods import Method, VictoryPoints, read_method
from league.tables.standings.methods.deals.methods import BoardAMatch, Imps
from league.tables.standings.methods.deals.played import PlayedDeal
from league.tables.standings.methods.deals.scored import DealLine, scored_lines
from league.tables.standings.methods.deals.team_matches import matches_of_teams
from league.tables.standings.stage_facts import DuelFacts, ForfeitFact, MatchFact, RoundFacts


class Results(NamedTuple):
    """The tables of a round with a result, a column a fact, in the order of their numbers."""

    ids: list[int]
    numbers: list[int]
    points: list[list[float]]
    winners: list[int | None]
    provisional: list[bool]
    forfeits: list[int | None]

    def parted(self) -> "tuple[Results, Results]":
        """Return the tables that were played, and those that were not because of a forfeit."""
        played = [forfeit is None for forfeit in self.forfeits]
        if all(played):
            return self, Results([], [], [], [], [], [])
        return self._only(played), self._only([not one for one in played])

    def _only(self, chosen: list[bool]) -> "Results":
        return Results._make(list(compress(column, chosen)) for column in self)


class Seated(NamedTuple):
    """Who sits at the tables of a round, a line a placement, in the order of tables and sides."""

    tables: list[int]
    entries: list[int]
    sides: list[int]


NOBODY = Seated([], [], [])

# One row a round, each of its columns an array, the points one text: a table costs no object of its
# own. The two are read apart, because to join them takes the database as long as to read both.
RESULTS = """
SELECT result.round_id,
       array_agg(result.table_id ORDER BY tbl.number, tbl.room, result.table_id),
       array_agg(tbl.number ORDER BY tbl.number, tbl.room, result.table_id),
       string_agg(coalesce(result.awarded, result.totals)::text, ','
                  ORDER BY tbl.number, tbl.room, result.table_id),
       array_agg(result.winner ORDER BY tbl.number, tbl.room, result.table_id),
       array_agg(result.state <> %(confirmed)s
                 ORDER BY tbl.number, tbl.room, result.table_id),
       array_agg(result.forfeit ORDER BY tbl.number, tbl.room, result.table_id)
FROM results_tableresult result
JOIN rounds_table tbl ON tbl.id = result.table_id AND tbl.round_id = ANY(%(rounds)s)
WHERE result.round_id = ANY(%(rounds)s) AND (result.is_complete OR result.awarded IS NOT NULL)
      AND result.table_id <> ALL(%(held_back)s::bigint[])
GROUP BY result.round_id
"""
SEATED = """
SELECT round_id, array_agg(table_id ORDER BY table_id, side, id),
       array_agg(entry_id ORDER BY table_id, side, id),
       array_agg(side ORDER BY table_id, side, id)
FROM rounds_placement WHERE round_id = ANY(%(rounds)s) AND table_id IS NOT NULL GROUP BY round_id
"""


def read_results(
    rounds: Iterable[int], *, hidden: HiddenDeals
) -> Iterator[tuple[int, Results, Seated]]:
    """Yield the results that count by round (id), and who sits at its tables; two queries.

    Results of the tables that are held back are left out.
    """
    asked: dict[str, Any] = {"rounds": list(rounds), "held_back": hidden.held_back}
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, asked | {"confirmed": TableState.CONFIRMED.value})
        results = cursor.fetchall()
        cursor.execute(SEATED, asked)
        seated = {round_id: Seated(*columns) for round_id, *columns in cursor.fetchall()}
    for round_id, ids, numbers, points, *others in results:
        read = orjson.loads(f"[{points}]")
        yield round_id, Results(ids, numbers, read, *others), seated.get(round_id, NOBODY)


def add_matches(rounds: dict[int, RoundFacts], credits: Credits, *, hidden: HiddenDeals) -> None:
    """Put into the rounds the matches that count and the forfeits."""
    for round_id, results, seated in read_results(rounds, hidden=hidden):
        round = rounds[round_id]
        played, forfeited = results.parted()
        duels = None if credits.by_table.keys() & played.ids else _duels(played, seated)
        if duels is None:
            _add_each(round, played, seated, credits)
        else:
            round.duels = duels
        _add_each(round, forfeited, seated, credits)


def _duels(results: Results, seated: Seated) -> DuelFacts | None:
    """Return the results as columns; None if any table is not one of two entries who played."""
    homes = dict(zip(seated.tables[::2], seated.entries[::2], strict=True))
    all_in_twos = (
        homes.keys() >= set(results.ids)
        and seated.tables[::2] == seated.tables[1::2]
        and seated.sides == [0, 1] * len(homes)
        and set(map(len, results.points)) == {2}
    )
    if not all_in_twos:
        return None
    aways = dict(zip(seated.tables[1::2], seated.entries[1::2], strict=True))
    return DuelFacts(
        tables=results.numbers,
        homes=[homes[table] for table in results.ids],
        aways=[aways[table] for table in results.ids],
        home_points=[home for home, _away in results.points],
        away_points=[away for _home, away in results.points],
        winners=results.winners,
        provisional=results.provisional,
    )


def _add_each(round: RoundFacts, results: Results, seated: Seated, credits: Credits) -> None:
    at_tables = _by_table(seated) if results.ids else {}
    for table_id, number, points, winner, is_provisional, forfeit in zip(*results, strict=True):
        entries, sides = at_tables.get(table_id, ([], []))
        if not entries:
            continue
        if forfeit is not None:
            # nobody sat there, so that nobody is credited instead of the entry
            round.forfeits.append(ForfeitFact(number, entries, sides, absent_sides(forfeit)))
        elif len(points) > max(sides):
            who = credits.share(table_id, entries, sides)
            round.matches.append(MatchFact(number, points, *who, winner, is_provisional))


def _by_table(seated: Seated) -> dict[int, tuple[list[int], list[int]]]:
    """Return by table its entries, and the side of each."""
    at_tables: dict[int, tuple[list[int], list[int]]] = {}
    for table, entry, side in zip(*seated, strict=True):
        entries, sides = at_tables.setdefault(table, ([], []))
        entries.append(entry)
        sides.append(side)
    return at_tables


# --- Matches of teams at two tables (rooms): the points of both together, or the deals compared ---


def register() -> None:
    """Let rounds read the points of matches here. Called once, when the apps are loaded."""
    use_match_points(points_by_deals)


def team_matches(
    rounds: Iterable[int], credits: Credits, *, held_back: Collection[int]
) -> Iterator[tuple[int, MatchFact | ForfeitFact]]:
    """Yield the matches with a result in both rooms, each with the id of its round.

    A match is credited as its tables are; the number of queries does not depend on its size. A
    match is left out while one of its tables is `held_back` (ids).
    """
    chosen = list(
        Round.objects.filter(pk__in=rounds).select_related("stage__event").order_by("number")
    )
    ids = {round.number: round.pk for round in chosen}
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, table, table_id in Table.objects.filter(round__in=chosen).values_list(
        "round__number", "number", "id"
    ):
        tables[number, table].append(table_id)
    for match in history_of(chosen, held_back=held_back).matches:
        points = [side.points for side in match.sides]
        if match.table is None or None in points:
            continue
        entries = [int(entry) for side in match.sides for entry in side.entries]
        sides = [place for place, side in enumerate(match.sides) for _entry in side.entries]
        if match.forfeits:
            yield ids[match.round], ForfeitFact(match.table, entries, sides, match.forfeits)
            continue
        for table_id in tables[match.round, match.table]:
            entries, sides = credits.share(table_id, entries, sides)
        yield (
            ids[match.round],
            MatchFact(
                match.table,
                [_as_json(side) for side in points if side is not None],
                entries,
                sides,
                match.winner,
                match.provisional,
            ),
        )


def points_by_deals(rounds: Sequence[Round]) -> dict[tuple[int, int], Points]:
    """Return the points of matches whose deals are compared, by round and table.

    IMPs, or two points a deal at board-a-match, in the order of the sides in the open room.
    Empty where the points of the tables are added up. One query.
    """
    if not rounds or not compares_deals(rounds[0].stage):
        return {}
    try:
        method = read_method(rounds[0].stage.event.method)
    except InvalidRequest:
        return {}
    numbers = {round.pk: round.number for round in rounds}
    facts_of_rounds = deal_facts(numbers, Credits(), hidden=NOTHING_HIDDEN)
    return {
        (numbers[round_id], table): points
        for round_id, facts in facts_of_rounds.items()
        for table, of_table in _matches_by_table(facts).items()
        if (points := _match_points(method, numbers[round_id], of_table)) is not None
    }


def _matches_by_table(facts: Iterable[DealFact]) -> dict[int, list[DealFact]]:
    by_table: dict[int, list[DealFact]] = defaultdict(list)
    for fact in facts:
        by_table[fact.table].append(fact)
    return by_table


def _match_points(method: Method, number: int, facts: list[DealFact]) -> Points | None:
    """Return the points of the two sides, first those of the first side of the open room.

    The facts of the open room come first. None where the method compares no deals of teams.
    """
    ids = {entry: str(entry) for entry in facts[0].entries}
    deals = compared_deals([(number, facts)], ids)
    home = str(facts[0].entries[0])
    if isinstance(method, BoardAMatch):
        return _boards_won(method, deals, home)
    if not isinstance(method, Imps | VictoryPoints):
        return None
    matches = matches_of_teams(deals, method.multiplier)
    if not matches:
        return 0, 0
    first, second = (side.points or 0 for side in matches[0].sides)
    return (first, second) if home in matches[0].sides[0].entries else (second, first)


def _boards_won(method: BoardAMatch, deals: Sequence[PlayedDeal], home: str) -> Points:
    of_home: Number = 0
    of_others: Number = 0
    for line in scored_lines(method, deals):
        first, second = line.scores or _awarded(method, line)
        at_home = home in line.sides[0]
        of_home += first if at_home else second
        of_others += second if at_home else first
    return of_home, of_others


def _awarded(method: BoardAMatch, line: DealLine) -> Points:
    first, second = (
        method.at_percent(award, line.others, 2) if not isinstance(award, str) else 0
        for award in line.award or (0, 0)
    )
    return first, second


def _as_json(points: Number) -> float:
    return int(points) if points == int(points) else float(points)
