"""The result of a table, worked out afresh whenever something happens at it."""

from datetime import datetime

from league.foundation.journal.actor import Actor
from league.play.results.models import Submission, SubmissionState, TableResult, TableState
from league.play.results.services.journaling import journal_table
from league.play.results.services.table_locks import result_of
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.table_outcome import leader
from league.play.rounds.forfeits import forfeit_winner
from league.play.rounds.models import Table


def recompute_table_result(
    *, table: Table, actor: Actor, at: datetime, sheet: Sheet | None = None
) -> TableResult:
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
    result.changed_at = at
    result.save()
    if result.state == TableState.CONFIRMED != before:
        points = result.totals if result.awarded is None else result.awarded
        journal_table(
            "table.confirmed", table, actor=actor, at=at, points=points, winner=result.winner
        )
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
