"""A side takes back the last deal it submitted, as long as nobody has confirmed it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.results.models import Submission, SubmissionState
from league.play.results.services.journaling import journal_deal
from league.play.results.services.submitting import check_side, close_disputes, restore
from league.play.results.services.table_locks import lock_for_players, recompute_table_result
from league.play.results.sheet import Sheet, read_sheet
from league.play.rounds.models import Table


class CannotTakeBack(Refused):
    """There is no deal that this side can take back now."""

    code = "cannot_take_back"


@transaction.atomic
def take_back(
    *,
    table: Table,
    side: int,
    submission: Submission | None = None,
    by: Act,
) -> Submission:
    """Take back the last deal, as the side that submitted it. Its number is free again.

    `submission` is the one that the side means: if it is taken back already, it is returned and
    nothing else changes. Of two submissions that contradicted each other the other counts again.

    Raises CannotTakeBack, NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_players(table)
    sheet = read_sheet(table, with_replies=False)
    check_side(sheet, side)
    if submission is not None:
        gone = Submission.objects.filter(
            pk=submission.pk, table=table, by_side=side, state=SubmissionState.VOID
        ).first()
        if gone is not None:
            return gone
    last = _last_of(sheet, side)
    if submission is not None and submission.pk != last.pk:
        raise CannotTakeBack(
            _("Only the last deal can be withdrawn; dispute the earlier one instead.")
        )
    last.state = SubmissionState.VOID
    last.save(update_fields=["state"])
    _end_its_disputes(sheet, last, at=by.at)
    sheet = read_sheet(table, with_replies=False)
    restore(sheet, last.number)
    journal_deal("deal.taken_back", table, last, by=by, side=side)
    recompute_table_result(table=table, by=by, sheet=sheet)
    return last


def _last_of(sheet: Sheet, side: int) -> Submission:
    number = {"number": sheet.last_number}
    if not sheet.numbers:
        raise CannotTakeBack(_("No deal has been entered yet."))
    of_side = [row for row in sheet.submissions_of(sheet.last_number) if row.by_side == side]
    if not of_side:
        raise CannotTakeBack(
            _("Another side entered deal %(number)d. If it is wrong, dispute it.") % number
        )
    if of_side[0].state == SubmissionState.CONFIRMED:
        raise CannotTakeBack(
            _("Deal %(number)d has been confirmed already. If it is wrong, dispute it.") % number
        )
    return of_side[0]


def _end_its_disputes(sheet: Sheet, submission: Submission, *, at: datetime) -> None:
    """Close the disputes about the submission or opened by it; other disputes stay open."""
    others = [
        other for other in sheet.submissions_of(submission.number) if other.pk != submission.pk
    ]
    if len(others) <= 1:
        close_disputes(sheet, submission.number, at=at)
        return
    for dispute in sheet.open_disputes(submission.number):
        if dispute.rival_id == submission.pk:
            dispute.settled_at = at
            dispute.save(update_fields=["settled_at"])
