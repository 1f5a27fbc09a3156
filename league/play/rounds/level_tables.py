"""Tables of a bracket that ended level, which nobody has decided: one side has to move on."""

from collections.abc import Iterable

from league.play.rounds.drawing import format_named
from league.play.rounds.models import Room, Round, RoundState, Table
from league.play.rounds.stage_results import outcomes_of


def level_tables(rounds: Iterable[Round]) -> list[Table]:
    """Return the tables that wait for a decision, by round and number; two queries or so.

    The rounds know their stages. Of a match in two rooms it is the table of the open one.
    """
    found: list[Table] = []
    by_stage: dict[int, list[Round]] = {}
    for round in rounds:
        if round.state != RoundState.DRAWN and format_named(round.stage.format).has_bracket:
            by_stage.setdefault(round.stage_id, []).append(round)
    for of_stage in by_stage.values():
        level = {
            place
            for place, outcome in outcomes_of(of_stage, held_back=()).items()
            if outcome.winner is None and not outcome.forfeits and len(set(outcome.points)) == 1
        }
        found += _at(of_stage, level) if level else []
    return found


def _at(rounds: Iterable[Round], places: set[tuple[int, int]]) -> list[Table]:
    by_pk = {round.pk: round for round in rounds}
    rows = Table.objects.filter(round__in=by_pk).exclude(room=Room.CLOSED)
    tables = rows.order_by("round__number", "number")
    for table in tables:
        table.round = by_pk[table.round_id]
    return [table for table in tables if (table.round.number, table.number) in places]
