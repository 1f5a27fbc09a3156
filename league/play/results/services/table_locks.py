"""Locks on a table: one writer at a time, and only while results may be entered."""

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Count
from django.utils.translation import gettext as _

from league.foundation.refusal import Refused
from league.play.events.models import EventState, Stage
from league.play.results.models import TableResult
from league.play.rounds.models import RoundState, Table


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
    tables = Table.objects.select_related("round__stage__event", "result")
    table = tables.annotate(seats_counted=Count("seats")).get(pk=table_id)
    table.seat_count = table.seats_counted
    return table


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
