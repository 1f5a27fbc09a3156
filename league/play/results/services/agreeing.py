"""A side agrees to a submission: it is confirmed, and others of the same deal are withdrawn."""

from datetime import datetime
from uuid import UUID

from league.foundation.journal.actor import Actor
from league.play.results.models import Confirmation, Dispute, Submission, SubmissionState
from league.play.results.services.journaling import by_whom, journal_deal
from league.play.results.sheet import Sheet


def agree(
    sheet: Sheet,
    submission: Submission,
    *,
    side: int,
    actor: Actor,
    device: str,
    at: datetime,
    key: UUID | None = None,
) -> bool:
    """Confirm another side's submission for a side. Returns False if it had done so before.

    One other side is enough. A disputed submission counts again when every side that spoke
    against it has agreed; what these sides had submitted instead is taken back.
    """
    agreed = {confirmation.side for confirmation in submission.confirmations.all()}
    if side in agreed:
        return False
    Confirmation.objects.create(
        submission=submission,
        side=side,
        **by_whom(actor),
        device=device,
        confirmed_at=at,
        key=key,
    )
    against = _sides_against(sheet, submission)
    agreeing = {*agreed, side}
    if submission.state == SubmissionState.CONFIRMED or against - agreeing:
        return False
    if against:
        withdraw_others(sheet, submission, at=at)
    mark_confirmed(submission, at=at)
    journal_deal("deal.confirmed", sheet.table, submission, actor=actor, at=at, side=side)
    return True


def sheet_agreed_to(sheet: Sheet) -> Sheet | None:
    """Return the sheet as it is stored after somebody has agreed; None: it is to be read again.

    Only where a deal is disputed does agreeing change more than the submission agreed to.
    """
    return None if sheet.disputed_numbers else sheet


def _sides_against(sheet: Sheet, submission: Submission) -> set[int | None]:
    rivals = {
        rival.by_side
        for rival in sheet.submissions_of(submission.number)
        if rival.pk != submission.pk
    }
    disputing = {
        dispute.by_side for dispute in submission.disputes.all() if dispute.settled_at is None
    }
    return rivals | disputing


def withdraw_others(sheet: Sheet, chosen: Submission, *, at: datetime) -> None:
    """Void every other submission of the deal and close its disputes."""
    others = [
        submission.pk
        for submission in sheet.submissions_of(chosen.number)
        if submission.pk != chosen.pk
    ]
    close_disputes(sheet, chosen.number, at=at)
    Submission.objects.filter(pk__in=others).update(state=SubmissionState.VOID)


def close_disputes(
    sheet: Sheet, number: int, *, at: datetime, by: int | None = None, words: str = ""
) -> None:
    """End every open dispute about a deal; `by` is the director's account, if it was one."""
    Dispute.objects.filter(
        submission__table=sheet.table, submission__number=number, settled_at__isnull=True
    ).update(settled_at=at, settled_by_id=by, settlement=words)


def mark_confirmed(submission: Submission, *, at: datetime) -> None:
    submission.state, submission.confirmed_at = SubmissionState.CONFIRMED, at
    submission.save(update_fields=["state", "confirmed_at"])


def restore(sheet: Sheet, number: int) -> None:
    """After a rival was taken back: let a submission that nobody disputes any more count again."""
    live = sheet.submissions_of(number)
    if len(live) != 1 or live[0].state != SubmissionState.DISPUTED or sheet.open_disputes(number):
        return
    submission = live[0]
    # only other sides confirm a submission
    agreed = submission.by_side is None or submission.confirmations.exists()
    is_confirmed = submission.confirmed_at is not None and agreed
    submission.state = SubmissionState.CONFIRMED if is_confirmed else SubmissionState.SUBMITTED
    submission.save(update_fields=["state"])
