"""The results of tables, as far as the draw depends on them.

Results stand above rounds; like the states of a table they are read through the table's own row,
as facts: a draw never trusts a table that a task keeps.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from league.foundation.doors.reading import Number, whole
from league.play.rounds.forfeits import absent_sides
from league.play.rounds.models import Room, Round, Table
from league.play.rounds.rooms import BOTH_ROOMS


class TableOutcome(NamedTuple):
    """Points by side and the side that won; no points while the table is still playing.

    `forfeits` are the sides that did not come.
    """

    points: tuple[Number, ...] = ()
    winner: int | None = None
    is_confirmed: bool = False
    forfeits: tuple[int, ...] = ()


Points = tuple[Number, Number]
# rounds played in two rooms -> points by side in the open one, by numbers of round and table
Counting = Callable[[Sequence[Round]], Mapping[tuple[int, int], Points]]


class _Matches:
    counting: Counting = staticmethod(lambda _rounds: {})


def use_match_points(counting: Counting) -> None:
    """Set the function that gives a match points from compared deals. Called once, by standings.

    A match that it does not answer for has the points of both its tables.
    """
    _Matches.counting = staticmethod(counting)


def outcomes_of(
    rounds: Iterable[Round], *, held_back: Collection[int]
) -> dict[tuple[int, int], TableOutcome]:
    """Return the results so far, by the numbers of the round and the table.

    A match in two rooms has come out when both have. One query where there is one table a match.
    `held_back` are the ids of tables that count as still playing, because others have still to
    play their deals; for a decision there are none.
    """
    by_id = {round.pk: round for round in rounds}
    tables = Table.objects.filter(round__in=by_id, result__isnull=False)
    rows = (tables.exclude(pk__in=held_back) if held_back else tables).values_list(
        *("round", "number", "room", "result__awarded", "result__totals", "result__winner"),
        *("result__decided", "result__is_complete", "result__state", "result__forfeit"),
    )
    outcomes: dict[tuple[int, int], TableOutcome] = {}
    in_rooms: dict[tuple[int, int], dict[int, TableOutcome]] = defaultdict(dict)
    for round_id, table, room, awarded, totals, winner, decided, is_complete, *more in rows:
        state, forfeit = more
        if awarded is not None or is_complete:
            key = by_id[round_id].number, table
            points = tuple(map(_exact, totals if awarded is None else awarded))
            is_confirmed = state == "confirmed"
            if room == Room.ONLY:
                absent = absent_sides(forfeit)
                outcomes[key] = TableOutcome(points, winner, is_confirmed, absent)
            else:
                won = winner if forfeit is not None else decided
                absent = absent_sides(forfeit)
                in_rooms[key][room] = TableOutcome(points, won, is_confirmed, absent)
    return outcomes | _of_both_rooms(list(by_id.values()), in_rooms)


def _of_both_rooms(
    rounds: Sequence[Round], in_rooms: Mapping[tuple[int, int], Mapping[int, TableOutcome]]
) -> dict[tuple[int, int], TableOutcome]:
    complete = {
        key: (rooms[Room.OPEN], rooms[Room.CLOSED])
        for key, rooms in in_rooms.items()
        if len(rooms) == len(BOTH_ROOMS)
    }
    counted = _Matches.counting(rounds) if complete else {}
    return {
        key: _together(first, second, counted.get(key)) for key, (first, second) in complete.items()
    }


def _together(first: TableOutcome, second: TableOutcome, counted: Points | None) -> TableOutcome:
    """Return the match: the sides of the second table are turned, and `winner` is who was said to
    have won it there should it be level.
    """
    if first.forfeits:
        if first.winner is None and second.winner is not None:
            return first._replace(winner=1 - second.winner)
        return first
    if counted is None:
        mine, theirs = first.points[0] + second.points[1], first.points[1] + second.points[0]
    else:
        mine, theirs = counted
    winner = first.winner
    if winner is None and second.winner is not None:
        winner = 1 - second.winner
    if mine != theirs:
        winner = int(mine < theirs)
    return TableOutcome((mine, theirs), winner, first.is_confirmed and second.is_confirmed)


class Wanting(NamedTuple):
    """The tables of a round that have no result yet, and those whose result is not confirmed."""

    round: Round
    missing: list[int]
    unconfirmed: list[int]

    @property
    def tables(self) -> list[int]:
        return sorted([*self.missing, *self.unconfirmed])


def wanting_in(round: Round) -> Wanting:
    """Return which tables of the round cannot be counted on yet; two queries."""
    return wanting_of([round])[0]


def wanting_of(rounds: Iterable[Round]) -> list[Wanting]:
    """Return for each round which of its tables cannot be counted on yet; two queries in all."""
    rounds = list(rounds)
    outcomes = outcomes_of(rounds, held_back=())
    tables: dict[int, set[int]] = {round.pk: set() for round in rounds}
    rows = Table.objects.filter(round__in=rounds).values_list("round_id", "number")
    for round_id, number in rows:
        tables[round_id].add(number)
    return [_wanting(round, sorted(tables[round.pk]), outcomes) for round in rounds]


def _wanting(
    round: Round, tables: Iterable[int], outcomes: Mapping[tuple[int, int], TableOutcome]
) -> Wanting:
    known = {number: outcomes.get((round.number, number)) for number in tables}
    return Wanting(
        round,
        missing=[number for number, outcome in known.items() if outcome is None],
        unconfirmed=[n for n, outcome in known.items() if outcome and not outcome.is_confirmed],
    )


def _exact(points: float) -> Number:
    return points if type(points) is int else whole(Fraction(str(points)))
