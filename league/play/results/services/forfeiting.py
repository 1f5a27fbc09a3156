"""A table to which somebody did not come: nothing is played, and the scoring says what it gives."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import SYSTEM, Actor
from league.foundation.journal.naming import LISTED
from league.foundation.refusal import Refused
from league.play.events.event_scoring import COMPARING_DEALS
from league.play.results.models import TableResult
from league.play.results.services.journaling import journal_table
from league.play.results.services.reasons import LONGEST, director_of
from league.play.results.services.table_locks import hold_table, lock_for_director, result_of
from league.play.results.services.working_out import recompute_table_result
from league.play.rounds.forfeits import Forfeit, forfeit_of
from league.play.rounds.models import Room, Table
from league.play.rounds.selectors import noted_sides, side_names


class BadForfeit(Refused):
    """Nobody can forfeit this table, or not those who were named."""

    code = "bad_forfeit"


@transaction.atomic
def forfeit(
    *, table: Table, absent: Sequence[int] | None, reason: str = "", actor: Actor, at: datetime
) -> TableResult:
    """Say which sides (0, 1 or both) did not come; None takes it back: they played after all.

    Deals that were entered stay on the sheet and do not count. A match in two rooms is forfeited
    at both its tables. The same again changes nothing. Raises BadForfeit, NotAllowed,
    RoundNotOpen, EventNotRunning.
    """
    reason = reason.replace("\x00", "").strip()[:LONGEST]
    if actor.via != SYSTEM.via:  # walkovers by the rules of a stage are nobody's decision
        director_of(actor)
    named = _named(absent)
    tables = [lock_for_director(room_table) for room_table in _tables_of(table)]
    result = TableResult()
    for room_table in tables:
        found = _written(room_table, _turned(named, table, room_table), reason, actor=actor, at=at)
        if room_table.pk == table.pk:
            result = found
    return result


def _named(absent: Sequence[int] | None) -> Forfeit | None:
    if absent is None:
        return None
    try:
        return forfeit_of(absent)
    except ValueError as error:
        raise BadForfeit(
            _("Name the side that did not come, or both: 0, 1, or 0 and 1."), field="absent"
        ) from error


def hold_match(table: Table) -> None:
    """Lock the tables of a match until the commit, as `forfeit` does."""
    for room_table in _tables_of(table):
        hold_table(room_table.pk)


def _tables_of(table: Table) -> list[Table]:
    """Return the tables of the match, in the order in which they are locked."""
    if table.room == Room.ONLY:
        return [table]
    return list(Table.objects.filter(round=table.round_id, number=table.number).order_by("pk"))


def _turned(named: Forfeit | None, table: Table, other: Table) -> Forfeit | None:
    """Return who is absent at another table of the match, where the sides are turned."""
    if named in (None, Forfeit.BOTH) or table.room == other.room:
        return named
    return Forfeit(1 - named)


def _written(
    table: Table, absent: Forfeit | None, reason: str, *, actor: Actor, at: datetime
) -> TableResult:
    result = result_of(table)
    if result.forfeit == absent and (absent is None or result.award_reason == reason):
        return result
    names = side_names(table)
    if absent is not None:
        _check(table, names)
    result.forfeit = absent
    result.awarded, result.award_reason = (None, "") if absent is None else ([0, 0], reason)
    # who moves on from a match that nobody came to is decided again
    result.decided, result.decided_reason, result.decided_by_lot = None, "", False
    if absent is None:
        journal_table("table.forfeit_withdrawn", table, actor=actor, at=at, forfeit=None)
    else:
        sides = noted_sides(table)
        absentees = sides if absent == Forfeit.BOTH else [sides[absent]]
        about = {"absent": {LISTED: absentees}, "forfeit": int(absent), "reason": reason}
        journal_table("table.forfeited", table, actor=actor, at=at, **about)
    return recompute_table_result(table=table, actor=actor, at=at)


def _check(table: Table, names: Sequence[str]) -> None:
    if len(names) != 2:
        raise BadForfeit(
            _(
                "This table has %(sides)d sides, and only a match of two can be forfeited. "
                "Award the points instead."
            )
            % {"sides": len(names)}
        )
    if table.round.stage.event.method.get("name") in COMPARING_DEALS:
        raise BadForfeit(
            _(
                "Deals are compared here, so that a table not played is awarded percentages. "
                "Award the points instead, such as 60 to those who came and 40 to the others."
            )
        )
