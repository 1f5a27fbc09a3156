"""Flags on submissions that do not match their prepared cards: shown to directors alone.

Players and scorers never see a flag: while others have still to play the deal, it would give
something of its cards away.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from league.foundation.journal.actor import Actor
from league.play.events.models import Stage
from league.play.results.models import LIVE, CardCheck, Submission
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.submitted_deals import misfit_of, places_known, render_refusal
from league.play.rounds.selectors import table_with_names

# of a submission: no director has dealt with it
OPEN = Q(state__in=LIVE, card_check__fits=False, card_check__accepted_at__isnull=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A submission that does not match the cards of its prepared deal.

    `detail` says which card or how many points do not match; None for people who may not know.
    A flag is open until a director accepts the submission or it no longer counts.
    """

    submission: Submission
    prepared_number: int
    detail: str | None
    is_open: bool
    found_at: datetime
    accepted_at: datetime | None
    accepted_by: str
    accepted_reason: str


def flags_of(sheet: Sheet, submissions: Iterable[Submission], *, actor: Actor) -> dict[int, Flag]:
    """Return the flags of submissions of a table by their ids, as the director `actor` sees them.

    The detail is there for who may know the cards: everybody once the deal is open, before
    that who looked at it with a reason.
    """
    by_id = {submission.pk: submission for submission in submissions}
    checks = CardCheck.objects.filter(submission__in=by_id, fits=False).select_related(
        "accepted_by"
    )
    rows = [(check, by_id[check.submission_id]) for check in checks.order_by("submission")]
    known = places_known(sheet, [submission.number for _check, submission in rows], actor=actor)
    return {
        submission.pk: _flag(sheet, check, submission, submission.number in known)
        for check, submission in rows
    }


def _flag(sheet: Sheet, check: CardCheck, submission: Submission, is_known: bool) -> Flag:
    assert sheet.plan.prepared is not None, "only prepared deals are compared"  # noqa: S101
    refusal = misfit_of(sheet.plan, submission.number, submission.deal.data) if is_known else None
    return Flag(
        submission=submission,
        prepared_number=sheet.plan.prepared.number_at(submission.number) or 0,
        detail=None if refusal is None else render_refusal(sheet.table, refusal),
        is_open=check.accepted_at is None and submission.state in LIVE,
        found_at=check.checked_at,
        accepted_at=check.accepted_at,
        accepted_by=str(check.accepted_by or ""),
        accepted_reason=check.accepted_reason,
    )


def flags_in(stage: Stage, *, actor: Actor) -> list[Flag]:
    """Return all flags of a stage, settled ones too, oldest first; a few queries a table."""
    flagged = Submission.objects.filter(card_check__fits=False, table__round__stage=stage)
    by_table: dict[int, list[Submission]] = {}
    for submission in flagged.select_related("deal").order_by("pk"):
        by_table.setdefault(submission.table_id, []).append(submission)
    flags = [
        flag
        for table, submissions in by_table.items()
        for flag in flags_of(read_sheet(table_with_names(table)), submissions, actor=actor).values()
    ]
    return sorted(flags, key=lambda flag: flag.submission.pk)


def flagged_in(clubs: Iterable[int]) -> "QuerySet[Submission]":
    """Return what is flagged in these clubs."""
    return Submission.objects.filter(OPEN, table__round__stage__event__club__in=clubs)
