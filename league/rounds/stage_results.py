"""What came out at the tables behind, for draws that depend on it.

Results stand above rounds; like the states of a table they are read through the table's own row,
as facts: a draw never trusts a table that a task keeps.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from league.rounds.drawing.reading import Number, whole
from league.rounds.models import Round, Table


class TableOutcome(NamedTuple):
    """Points by side and the side that won; no points while the table is still playing."""

    points: tuple[Number, ...] = ()
    winner: int | None = None
    is_confirmed: bool = False


def outcomes_of(rounds: Iterable[Round]) -> dict[tuple[int, int], TableOutcome]:
    """Return what came out so far, by the numbers of the round and the table; one query."""
    numbers = {round.pk: round.number for round in rounds}
    rows = Table.objects.filter(round__in=numbers, result__isnull=False).values_list(
        *("round", "number", "result__awarded", "result__totals", "result__winner"),
        *("result__is_complete", "result__state"),
    )
    found: dict[tuple[int, int], TableOutcome] = {}
    for round_id, table, awarded, totals, winner, is_complete, state in rows:
        if awarded is not None or is_complete:
            points = totals if awarded is None else awarded
            found[numbers[round_id], table] = TableOutcome(
                tuple(map(_exact, points)), winner, state == "confirmed"
            )
    return found


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
    outcomes = outcomes_of(rounds)
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
