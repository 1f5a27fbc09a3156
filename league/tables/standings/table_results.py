"""Reading the results of tables: as columns where two single entries met at each of a round."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Any, NamedTuple

import orjson
from django.db import connection

from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import TableState
from league.play.rounds.forfeits import absent_sides
from league.tables.standings.credits import Credits
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
