"""A side says that what another side submitted is right; the director says so for everybody."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.play.results.models import LIVE, Submission, SubmissionState
from league.play.results.services.journaling import journal_deal
from league.play.results.services.submitting import (
    agree,
    check_side,
    mark_confirmed,
    sheet_agreed_to,
)
from league.play.results.services.table_locks import (
    lock_for_director,
    lock_for_players,
    recompute_table_result,
    unconfirmed,
)
from league.play.results.sheet import Sheet, read_sheet
from league.play.rounds.models import Table


class NotAtThisTable(Refused):
    """The deal named is another table's."""

    code = "not_at_this_table"


class OwnSubmission(Refused):
    """Nobody confirms what their own side submitted."""

    code = "own_submission"


class DealDisputed(Refused):
    """A disputed deal is settled, not confirmed."""

    code = "deal_disputed"


@transaction.atomic
def confirm(
    *,
    table: Table,
    side: int,
    submissions: Iterable[int] | None = None,
    even_disputed: bool = True,
    by: Act,
    device: str = "",
) -> list[Submission]:
    """Confirm the submissions with these ids (None: all that wait for this side) for a side.

    Confirming the other side's submission of a disputed deal is agreeing to it after all; without
    `even_disputed` it is refused, for who has not seen the dispute. Returns what is confirmed with
    this; confirming twice changes nothing.

    Raises NotAtThisTable, OwnSubmission, DealDisputed, OutOfDate, NoSuchSide, RoundNotOpen,
    EventNotRunning.
    """
    table = lock_for_players(table)
    sheet = read_sheet(table)
    check_side(sheet, side)
    if submissions is None:
        chosen = [submission for submission in unconfirmed(sheet) if submission.by_side != side]
    else:
        chosen = [_submission_for(sheet, pk, side) for pk in dict.fromkeys(submissions)]
    if not even_disputed:
        _check_undisputed(chosen)
    confirmed = [
        submission
        for submission in chosen
        if agree(sheet, submission, side=side, by=by, device=device)
    ]
    if chosen:
        recompute_table_result(table=table, by=by, sheet=sheet_agreed_to(sheet))
    return confirmed


@transaction.atomic
def confirm_for_all(
    *, table: Table, submissions: Iterable[int] | None = None, by: Act
) -> list[Submission]:
    """Confirm as the director: no side is asked any more.

    Raises NotAtThisTable, DealDisputed, OutOfDate, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_director(table)
    sheet = read_sheet(table, with_replies=False)
    if submissions is None:
        chosen = unconfirmed(sheet)
    else:
        chosen = [submission_at(sheet, pk) for pk in dict.fromkeys(submissions)]
    for submission in chosen:
        if submission.state == SubmissionState.DISPUTED:
            raise DealDisputed(
                _("Deal %(number)d is disputed: settle the dispute instead of confirming it.")
                % {"number": submission.number}
            )
    waiting = [submission for submission in chosen if submission.state == SubmissionState.SUBMITTED]
    for submission in waiting:
        mark_confirmed(submission, at=by.at)
        journal_deal("deal.confirmed", table, submission, by=by, side=None)
    if waiting:
        recompute_table_result(table=table, by=by, sheet=sheet)
    return waiting


def submission_at(sheet: Sheet, pk: int) -> Submission:
    """Return a live submission of the sheet by its id. Raises NotAtThisTable or OutOfDate."""
    for submission in sheet.submissions:
        if submission.pk == pk:
            return submission
    gone = Submission.objects.filter(pk=pk, table=sheet.table).exclude(state__in=LIVE).first()
    if gone is None:
        raise NotAtThisTable(_("This deal was not played at this table. Load the page again."))
    raise OutOfDate(
        _("Deal %(number)d has been changed in the meantime. Look at it again.")
        % {"number": gone.number}
    )


def _check_undisputed(chosen: Iterable[Submission]) -> None:
    for submission in chosen:
        if submission.state == SubmissionState.DISPUTED:
            raise DealDisputed(
                _(
                    "Deal %(number)d has been disputed in the meantime. Look at what is said "
                    "against it, then agree or leave it to the director."
                )
                % {"number": submission.number}
            )


def _submission_for(sheet: Sheet, pk: int, side: int) -> Submission:
    submission = submission_at(sheet, pk)
    if submission.by_side == side:
        raise OwnSubmission(
            _("Your own side entered deal %(number)d; another side has to confirm it.")
            % {"number": submission.number}
        )
    return submission
