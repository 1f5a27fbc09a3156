"""A side submits a deal. Where the other side has submitted it before, the two are compared."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.journal.actor import Actor
from league.foundation.metrics import timed_submission
from league.foundation.once.services import KeyReused
from league.foundation.refusal import Refused
from league.play.results.final_scores import (
    check_unfinished,
    check_unmixed,
    is_final,
    is_final_score,
    number_of_score,
)
from league.play.results.models import Confirmation, Dispute, Submission, SubmissionState
from league.play.results.prepared_cards import check_cards_known
from league.play.results.services.agreeing import agree, sheet_agreed_to
from league.play.results.services.journaling import by_whom, journal_deal
from league.play.results.services.next_deal import (
    check_fits_game,
    check_may_follow,
    check_not_awarded,
)
from league.play.results.services.table_locks import lock_for_players, result_of
from league.play.results.services.working_out import recompute_table_result
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.submitted_deals import (
    DealRefused,
    SubmittedDeal,
    read_submitted,
    says_the_same,
)
from league.play.rounds.models import Table


class SubmittedDifferently(Refused):
    """The same side submitted this deal with other numbers before."""

    code = "conflicting_submission"


class SettledByDirector(Refused):
    """The director has entered or settled this deal with other numbers."""

    code = "settled_by_director"


class NoSuchSide(Refused):
    code = "no_such_side"


@timed_submission
@transaction.atomic
def submit(
    *,
    table: Table,
    number: int | None = None,
    data: Mapping[str, Any],
    key: UUID,
    by_side: int,
    actor: Actor,
    device: str = "",
    at: datetime,
) -> Submission:
    """Submit a deal for a side: a summary form (`{"summary": {...}}`) or a full record.

    `number` is the deal's place on the sheet, from 1 (None: the next one). `key` identifies the
    submission: sent again with the same key it is returned as it is. A deal that another side has
    submitted is confirmed by the same numbers; with other numbers both submissions are disputed.
    A deal that does not match prepared cards which are still hidden is accepted, and flagged to
    the directors afterwards.

    `data` may be a final score (`{"final_score": [..]}`) where the event takes them.

    Raises DealRefused (the engine's reason), WrongDealer, DealMissing, TableFinished, KeyReused,
    SubmittedDifferently, SettledByDirector, NoSuchSide, DealsAndFinalScores, NoFinalScores,
    DirectorSaysUnfinished, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_players(table)
    known = submitted_before(table, key)
    sheet = read_sheet(table, with_replies=False)
    if known is not None:
        check_sent_again(sheet, known, number, data)
        return known
    check_side(sheet, by_side)
    check_not_awarded(result_of(table))
    number = number_of_score(sheet, number, data)
    number = sheet.next_number if number is None else number
    check_unmixed(sheet, number, data)
    if is_final_score(data):
        check_unfinished(data, sheet)
    if sheet.submissions_of(number):
        return _submit_again(sheet, number, data, key, by_side, actor, device, at)
    check_may_follow(sheet, number, result_of(table))
    submitted = read_submitted(sheet, number, data)
    check_cards_known(sheet, number, submitted)
    check_fits_game(sheet, number, submitted)
    submission = store_submission(
        unsaved_submission(
            sheet, number, submitted, key=key, by_side=by_side, actor=actor, device=device, at=at
        )
    )
    journal_deal("deal.submitted", table, submission, actor=actor, at=at, side=by_side)
    recompute_table_result(table=table, actor=actor, at=at, sheet=sheet.add_submission(submission))
    return submission


def check_sent_again(
    sheet: Sheet, known: Submission, number: int | None, data: Mapping[str, Any]
) -> None:
    """Refuse a key that comes again with another deal. Raises KeyReused."""
    with_dealer = data
    if isinstance(data, Mapping) and not is_final_score(data):
        with_dealer = {"dealer": known.deal.data.get("dealer"), **data}
    try:
        submitted = read_submitted(sheet, known.number, with_dealer, any_dealer=True)
        same = says_the_same(sheet.plan.ruleset, known.deal, submitted)
    except DealRefused:
        same = False
    number = number_of_score(sheet, number, data)
    if not same and is_final(known):
        raise KeyReused(
            _(
                "This final score was sent before with other numbers, and those were saved. "
                "Nothing was changed now: look at the sheet, and dispute it if it is wrong."
            )
        )
    if not same or number not in (None, known.number):
        raise KeyReused(
            _(
                "This was sent as deal %(number)d before, with other numbers, and those were "
                "saved. Nothing was changed now: look at the sheet, and dispute the deal if it "
                "is wrong."
            )
            % {"number": known.number}
        )


def submitted_before(table: Table, key: UUID) -> Submission | None:
    """Return the submission that this key made or confirmed before; None for a new key."""
    sent = Submission.objects.filter(Q(key=key) | Q(confirmations__key=key), table=table)
    return sent.select_related("deal").first()


def all_submitted_before(table: Table, keys: Sequence[UUID]) -> dict[UUID, Submission]:
    """Return the submission that each of the keys made or confirmed before; two queries."""
    confirmations = Confirmation.objects.filter(submission__table=table, key__in=keys)
    confirmed = {
        confirmation.key: confirmation.submission
        for confirmation in confirmations.select_related("submission__deal")
        if confirmation.key is not None
    }
    sent = Submission.objects.filter(table=table, key__in=keys).select_related("deal")
    return confirmed | {submission.key: submission for submission in sent}


def store_submission(submission: Submission) -> Submission:
    """Store a submission that `unsaved_submission` made, and its deal before it."""
    submission.deal.save(force_insert=True)
    submission.save(force_insert=True)
    return submission


def unsaved_submission(
    sheet: Sheet,
    number: int,
    submitted: SubmittedDeal,
    *,
    key: UUID,
    by_side: int | None,
    actor: Actor,
    at: datetime,
    device: str = "",
    state: SubmissionState = SubmissionState.SUBMITTED,
    replaces: Submission | None = None,
    reason: str = "",
) -> Submission:
    """Return a submission with its deal, neither stored yet; `by_side`: None for the director."""
    return Submission(
        table=sheet.table,
        number=number,
        deal=games.unsaved_deal(sheet.plan.ruleset, submitted.data, submitted.result),
        state=state,
        key=key,
        by_side=by_side,
        **by_whom(actor),
        device=device[:40],
        replaces=replaces,
        reason=reason,
        submitted_at=at,
        confirmed_at=at if state == SubmissionState.CONFIRMED else None,
    )


def check_side(sheet: Sheet, side: int) -> None:
    """Raise NoSuchSide for a side that the table does not have."""
    if not 0 <= side < sheet.plan.sides:
        raise NoSuchSide(
            _("This table has %(sides)d sides; choose where you sit.") % {"sides": sheet.plan.sides}
        )


def _submit_again(
    sheet: Sheet,
    number: int,
    data: Mapping[str, Any],
    key: UUID,
    by_side: int,
    actor: Actor,
    device: str,
    at: datetime,
) -> Submission:
    submitted = read_submitted(sheet, number, data)
    check_cards_known(sheet, number, submitted)
    same = next(
        (
            submission
            for submission in sheet.submissions_of(number)
            if says_the_same(sheet.plan.ruleset, submission.deal, submitted)
        ),
        None,
    )
    if same is not None:
        if same.by_side != by_side:
            agree(sheet, same, side=by_side, actor=actor, device=device, at=at, key=key)
            recompute_table_result(
                table=sheet.table, actor=actor, at=at, sheet=sheet_agreed_to(sheet)
            )
        return same
    _check_may_contradict(sheet, number, by_side)
    submission = store_submission(
        unsaved_submission(
            sheet,
            number,
            submitted,
            key=key,
            by_side=by_side,
            actor=actor,
            device=device,
            at=at,
            state=SubmissionState.DISPUTED,
        )
    )
    _contradict(sheet, submission, side=by_side, actor=actor, at=at)
    journal_deal("deal.contradicted", sheet.table, submission, actor=actor, at=at, side=by_side)
    recompute_table_result(
        table=sheet.table, actor=actor, at=at, sheet=sheet.add_submission(submission)
    )
    return submission


def _check_may_contradict(sheet: Sheet, number: int, by_side: int) -> None:
    of_score = any(map(is_final, sheet.submissions_of(number)))
    if any(submission.by_side == by_side for submission in sheet.submissions_of(number)):
        if of_score:
            raise SubmittedDifferently(
                _(
                    "Your side has already entered another final score. If that one is wrong, "
                    "withdraw it or dispute it."
                )
            )
        raise SubmittedDifferently(
            _(
                "Your side has already entered deal %(number)d with other numbers. If this is "
                "the deal after it, enter it as deal %(next)d; if the numbers were wrong, "
                "withdraw the deal or dispute it."
            )
            % {"number": number, "next": sheet.next_number}
        )
    counting = sheet.counting_submission(number)
    if counting is None:
        return
    settled = Dispute.objects.filter(
        submission__table=sheet.table, submission__number=number, settled_by__isnull=False
    ).exists()
    if of_score and (counting.by_side is None or settled):
        raise SettledByDirector(
            _(
                "The director has entered another final score. If it is wrong, dispute it and "
                "say why."
            )
        )
    if counting.by_side is None or settled:
        raise SettledByDirector(
            _(
                "The director has entered deal %(number)d with other numbers. "
                "If they are wrong, dispute the deal and say why."
            )
            % {"number": number}
        )


def _contradict(
    sheet: Sheet, submission: Submission, *, side: int, actor: Actor, at: datetime
) -> None:
    """Open a dispute between the submission and the one that counted so far.

    Where none counted, the dispute is with the oldest submission of the deal.
    """
    counting = sheet.counting_submission(submission.number)
    if counting is not None:
        counting.state = SubmissionState.DISPUTED
        counting.save(update_fields=["state"])
        counting.confirmations.filter(side=side).delete()
    disputed = counting or submission
    rival = submission if counting else sheet.submissions_of(submission.number)[0]
    Dispute.objects.create(
        submission=disputed,
        rival=rival,
        by_side=side,
        **by_whom(actor),
        opened_at=at,
    )
