"""Submissions of prepared deals are compared with the cards, and flagged if they do not match."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.refusal import Refused
from league.play.results.models import CardCheck, Submission
from league.play.results.services.journaling import journal_table
from league.play.results.services.revoking import checked_reason, director_of
from league.play.results.submitted_deals import misfit_of
from league.play.results.table_outcome import plan_of
from league.play.rounds.selectors import table_with_names


class NotFlagged(Refused):
    """There is nothing to accept: the cards match, or the submission no longer counts."""

    code = "not_flagged"


def check_cards(submission_ids: Iterable[int], *, at: datetime) -> None:
    """Compare submissions with their prepared cards. One that was compared already is left out.

    It runs in the worker, not while somebody waits for an answer. Each submission gets a row and
    an entry in the journal whether it matches or not, so that numbers of rows, versions and times
    of live pages do not show it. Deals that are not prepared get none.
    """
    waiting = Submission.objects.filter(
        pk__in=set(submission_ids),
        card_check__isnull=True,
        table__round__stage__prepared__isnull=False,
    )
    for submission in waiting.select_related("deal", "table__round__stage__event").order_by("pk"):
        _check(submission, at)


@transaction.atomic
def _check(submission: Submission, at: datetime) -> None:
    plan = plan_of(submission.table)
    if plan.prepared is None or plan.prepared.number_at(submission.number) is None:
        return
    fits = misfit_of(plan, submission.number, submission.deal.data) is None
    CardCheck.objects.create(submission=submission, fits=fits, checked_at=at)
    journal_table(
        "deals.compared",
        submission.table,
        by=Act(SYSTEM, at),
        deal=submission.number,
        submission=submission.pk,
        name=submission.by,
        fits=fits,
    )


@transaction.atomic
def accept_cards(*, submission: Submission, reason: str, by: Act) -> CardCheck:
    """Accept a flagged deal as the director, for a reason. Accepting it again changes nothing.

    Raises ReasonMissing, NotFlagged.
    """
    reason, director = checked_reason(reason), director_of(by.actor)
    check = (
        CardCheck.objects.select_for_update(of=("self",))
        .filter(submission=submission, fits=False)
        .first()
    )
    if check is None:
        raise NotFlagged(
            _("Deal %(number)d is not flagged: nothing is wrong with its cards.")
            % {"number": submission.number}
        )
    if check.accepted_at is not None:
        return check
    check.accepted_at, check.accepted_by_id, check.accepted_reason = by.at, director, reason
    check.save(update_fields=["accepted_at", "accepted_by", "accepted_reason"])
    table = table_with_names(submission.table_id)
    journal_table(
        "deals.flag_accepted",
        table,
        by=by,
        deal=submission.number,
        submission=submission.pk,
        reason=reason,
    )
    return check
