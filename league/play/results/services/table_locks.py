"""Locks on a table: one writer at a time, and only while results may be entered."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.models import EventState, Stage
from league.play.results.models import Submission, SubmissionState, TableResult, TableState
from league.play.results.services.journaling import journal_table
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.table_outcome import leader
from league.play.rounds.forfeits import forfeit_winner
from league.play.rounds.models import RoundState, Seat, Table


class RoundNotOpen(Refused):
    """Players write only while their round is being played."""

    code = "round_not_open"


class EventNotRunning(Refused):
    code = "event_not_running"


class TableGone(Refused):
    """The round was drawn again, and this table is not in it."""

    code = "table_gone"


# Share locks: tables of a round do not wait for each other, closing the round waits for them.
# PostgreSQL locks in the order of the last line, which is that of whoever closes the round:
# event, round, table (a test looks). What else is to be read of the table is read afterwards: a
# statement that has waited for a lock sees only what it locks as it is now.
LOCK_TABLE = """
SELECT event.state, round.state FROM rounds_table tbl
JOIN rounds_round round ON round.id = tbl.round_id
JOIN events_stage stage ON stage.id = round.stage_id
JOIN events_event event ON event.id = stage.event_id
WHERE tbl.id = %s
FOR SHARE OF event FOR SHARE OF round FOR UPDATE OF tbl
"""
LOCK_EVENT_OF_STAGE = """
SELECT event.state FROM events_event event
WHERE event.id = (SELECT event_id FROM events_stage WHERE id = %s) FOR SHARE OF event
"""


def lock_for_players(table: Table) -> Table:
    """Return the table, locked, with its round, stage, event and result.

    Names are read when a sentence needs them. Raises TableGone, RoundNotOpen, EventNotRunning.
    """
    return _lock(table, {RoundState.OPEN})


def lock_for_director(table: Table) -> Table:
    """Like `lock_for_players`, but a closed round may still be corrected."""
    return _lock(table, {RoundState.OPEN, RoundState.CLOSED})


def hold_table(table_id: int) -> None:
    """Lock a table until the commit, whatever the state of its round and event."""
    _locked_states(LOCK_TABLE, table_id)


def lock_event_of_stage(stage: Stage) -> None:
    """Keep the event of a stage as it is until the commit. Raises EventNotRunning."""
    states = _locked_states(LOCK_EVENT_OF_STAGE, stage.pk)
    _check_running(states[0] if states else None)


def result_of(table: Table) -> TableResult:
    """Return the result of a locked table: always the same object, to be stored.

    It is made when the first thing happens there.
    """
    try:
        result: TableResult = table.result
    except ObjectDoesNotExist:
        result = TableResult(table=table, round_id=table.round_id)
    return result


def _lock(table: Table, states: set[RoundState]) -> Table:
    locked_states = _locked_states(LOCK_TABLE, table.pk)
    if locked_states is None:
        raise TableGone(_("This table no longer exists: the round was drawn again."))
    event_state, round_state = locked_states
    _check_running(event_state)
    locked = _read(table.pk)
    if round_state not in states:
        raise _round_not_open(locked, round_state)
    return locked


def _read(table_id: int) -> Table:
    """Return the table without its people; one query."""
    (table,) = TABLE_AT(table=table_id)
    table.seat_count = table.seats_counted  # type: ignore[attr-defined]
    return table


def _table_at(value: Callable[[str], Any]) -> "QuerySet[Table]":
    seats = Seat.objects.filter(table=OuterRef("pk")).order_by().values("table")
    counted = seats.annotate(count=Count("pk")).values("count")
    tables = Table.objects.filter(pk=value("table")).select_related("round__stage__event", "result")
    return tables.annotate(seats_counted=Coalesce(Subquery(counted), 0))


TABLE_AT = CompiledQuery(_table_at)


def _locked_states(query: str, pk: int) -> tuple[str, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [pk])
        row: tuple[str, ...] | None = cursor.fetchone()
    return row


def _check_running(state: str | None) -> None:
    if state == EventState.RUNNING:
        return
    label = EventState(state or EventState.DRAFT).label
    raise EventNotRunning(
        _(
            "The event is %(state)s: results can be written only while it is running. "
            "The director can let it run again."
        )
        % {"state": label}
    )


def _round_not_open(table: Table, state: str | None) -> RoundNotOpen:
    number = {"round": table.round.number}
    if state == RoundState.DRAWN:
        return RoundNotOpen(
            _("Round %(round)d has not begun yet; the director has to open it first.") % number
        )
    return RoundNotOpen(
        _("Round %(round)d is closed. If a result is missing or wrong, tell the director.") % number
    )


# --- The result of a table, worked out afresh whenever something happens at it ---


def recompute_table_result(*, table: Table, by: Act, sheet: Sheet | None = None) -> TableResult:
    """Write the table's result from what counts now. The table is locked by the caller.

    `sheet` is the table's sheet as it is stored now; None: it is read. Working it out twice gives
    the same result; only `version` counts up.
    """
    if sheet is None:
        sheet = read_sheet(table, with_replies=False)
    result = result_of(table)
    before = result.state
    outcome = sheet.outcome
    result.totals = list(outcome.totals)
    result.deals = outcome.deals
    result.final_scores = outcome.final_scores
    result.deals_unconfirmed = sum(
        submission.state == SubmissionState.SUBMITTED for submission in sheet.counting
    )
    result.is_complete = result.awarded is not None or _is_complete(sheet, result)
    result.winner = _winner(sheet, result)
    result.state = _state(sheet, result)
    result.version += 1
    result.changed_at = by.at
    result.save()
    if result.state == TableState.CONFIRMED != before:
        points = result.totals if result.awarded is None else result.awarded
        journal_table("table.confirmed", table, by=by, points=points, winner=result.winner)
    return result


def _is_complete(sheet: Sheet, result: TableResult) -> bool:
    ended = result.ended_at is not None and bool(sheet.numbers)
    return (ended and not sheet.disputed_numbers) or sheet.is_played_out


def _winner(sheet: Sheet, result: TableResult) -> int | None:
    if not result.is_complete:
        return None
    won = _winner_by_points(sheet, result)
    return won if won is not None else result.decided


def _winner_by_points(sheet: Sheet, result: TableResult) -> int | None:
    if result.forfeit is not None:
        return forfeit_winner(result.forfeit)
    if result.awarded is not None:
        return leader(result.awarded)
    # a game that the director ended early has no winner by its rules: the leader has won
    won = sheet.outcome.winner
    return won if won is not None else leader(sheet.outcome.totals)


def _state(sheet: Sheet, result: TableResult) -> TableState:
    if result.awarded is not None:
        return TableState.CONFIRMED
    if sheet.disputed_numbers:
        return TableState.DISPUTED
    if not sheet.numbers:
        return TableState.WAITING
    if not result.is_complete:
        return TableState.PLAYING
    return TableState.ENTERED if result.deals_unconfirmed else TableState.CONFIRMED


def unconfirmed(sheet: Sheet) -> list[Submission]:
    """Return the submissions of a sheet that no other side has confirmed yet."""
    return [
        submission for submission in sheet.counting if submission.state == SubmissionState.SUBMITTED
    ]
