"""A table that ended level: the director says who won it, where somebody has to move on."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.results.models import TableResult
from league.play.results.services.journaling import journal_table
from league.play.results.services.reasons import checked_reason, director_of
from league.play.results.services.submitting import NoSuchSide
from league.play.results.services.table_locks import lock_for_director, result_of
from league.play.results.services.working_out import recompute_table_result
from league.play.results.table_outcome import leader
from league.play.rounds.models import Room, Table
from league.play.rounds.stage_results import outcomes_of


class NothingToDecide(Refused):
    """The table is not finished, or a side has more points: then that side has won."""

    code = "nothing_to_decide"


def is_level(table: Table, result: TableResult) -> bool:
    """Say whether the table has come to its end with no side ahead of all others.

    A match in two rooms is level as a whole, though at each of its tables a side may be ahead. A
    table to which a side did not come is never level: where neither came, nobody has won.
    """
    if result.forfeit is not None:
        return False
    if table.room != Room.ONLY:
        match = outcomes_of([table.round], held_back=()).get((table.round.number, table.number))
        return match is not None and match.points[0] == match.points[1]
    points = result.totals if result.awarded is None else result.awarded
    return bool(points) and result.is_complete and leader(points) is None


@transaction.atomic
def decide_level(
    *,
    table: Table,
    side: int | None,
    reason: str,
    by_lot: bool = False,
    actor: Actor,
    at: datetime,
) -> TableResult:
    """Say which side won a table that ended level, by lot or one more deal; the points stay.

    `side` None takes the decision back. If the points change later so that a side is ahead, the
    points decide again.
    Raises ReasonMissing, NothingToDecide, NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    reason = checked_reason(reason)
    director_of(actor)
    table = lock_for_director(table)
    result = result_of(table)
    if side is not None:
        if not is_level(table, result):
            raise NothingToDecide(
                _("Only a table that has ended level needs a decision: the points say who won.")
            )
        points = result.totals if result.awarded is None else result.awarded
        if not 0 <= side < len(points):
            raise NoSuchSide(_("Choose one of the sides of this table."), field="side")
    by_lot = by_lot and side is not None
    if (side, by_lot) == (result.decided, result.decided_by_lot):
        return result
    result.decided, result.decided_reason = side, reason if side is not None else ""
    result.decided_by_lot = by_lot
    # a match has one decision, made at either of its tables
    others = TableResult.objects.filter(table__number=table.number, round=table.round)
    others.exclude(table=table).update(decided=None, decided_reason="", decided_by_lot=False)
    kind = "table.decision_withdrawn" if side is None else "table.decided"
    journal_table(kind, table, actor=actor, at=at, side=side, reason=reason, by_lot=by_lot)
    return recompute_table_result(table=table, actor=actor, at=at)
