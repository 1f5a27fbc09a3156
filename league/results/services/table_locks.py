"""Locks on a table: one writer at a time, and only while results may be entered."""

from django.db import connection
from django.utils.translation import gettext as _

from league.events.models import EventState, Stage
from league.refusal import Refused
from league.results.models import TableResult
from league.rounds.models import RoundState, Table
from league.rounds.selectors import table_with_names


class RoundNotOpen(Refused):
    """Players write only while their round is being played."""

    code = "round_not_open"


class EventNotRunning(Refused):
    code = "event_not_running"


class TableGone(Refused):
    """The round was drawn again, and this table is not in it."""

    code = "table_gone"


# a share lock: tables of a round do not wait for each other, closing the round waits for them
LOCK_EVENT = """
SELECT event.state FROM events_event event WHERE event.id = (
    SELECT stage.event_id FROM rounds_table room
    JOIN rounds_round round ON round.id = room.round_id
    JOIN events_stage stage ON stage.id = round.stage_id WHERE room.id = %s
) FOR SHARE OF event
"""
LOCK_ROUND = """
SELECT round.state FROM rounds_round round WHERE round.id = (
    SELECT round_id FROM rounds_table WHERE id = %s
) FOR SHARE OF round
"""
LOCK_EVENT_OF_STAGE = """
SELECT event.state FROM events_event event
WHERE event.id = (SELECT event_id FROM events_stage WHERE id = %s) FOR SHARE OF event
"""


def lock_for_players(table: Table) -> Table:
    """Return the table, locked, with all names. Raises RoundNotOpen or EventNotRunning."""
    return _lock(table, {RoundState.OPEN})


def lock_for_director(table: Table) -> Table:
    """Like `lock_for_players`, but a closed round may still be corrected."""
    return _lock(table, {RoundState.OPEN, RoundState.CLOSED})


def hold_table(table_id: int) -> None:
    """Lock a table until the commit, whatever the state of its round and event."""
    for query in (LOCK_EVENT, LOCK_ROUND):
        _locked_state(query, table_id)
    rows = Table.objects.select_for_update(of=("self",)).filter(pk=table_id)
    list(rows.values_list("pk", flat=True))


def lock_event_of_stage(stage: Stage) -> None:
    """Keep the event of a stage as it is until the commit. Raises EventNotRunning."""
    _check_running(_locked_state(LOCK_EVENT_OF_STAGE, stage.pk))


def result_of(table: Table) -> TableResult:
    """Return the result of a locked table; made when the first thing happens there."""
    result, _created = TableResult.objects.get_or_create(
        table=table, defaults={"round_id": table.round_id}
    )
    return result


def _lock(table: Table, states: set[RoundState]) -> Table:
    event_state = _locked_state(LOCK_EVENT, table.pk)
    if event_state is None:
        raise TableGone(_("This table no longer exists: the round was drawn again."))
    _check_running(event_state)
    state = _locked_state(LOCK_ROUND, table.pk)
    # the order of locks is the same for whoever closes the round: event, round, table
    Table.objects.select_for_update(of=("self",)).get(pk=table.pk)
    locked = table_with_names(table.pk)
    if state not in states:
        raise _round_not_open(locked, state)
    return locked


def _locked_state(query: str, pk: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [pk])
        row = cursor.fetchone()
    return row[0] if row else None


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
