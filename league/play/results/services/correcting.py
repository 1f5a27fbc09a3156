"""The director enters, corrects and strikes out deals; what was submitted before stays readable."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.journal.actor import Act, Actor
from league.foundation.lists import listed
from league.foundation.once.services import KeyReused
from league.foundation.refusal import Refused
from league.play.results.deal_words import Names
from league.play.results.models import Dispute, Submission, SubmissionState, TableResult
from league.play.results.services.confirming import submission_at
from league.play.results.services.journaling import by_whom, journal_deal, journals_refused_cards
from league.play.results.services.revoking import checked_reason, director_of
from league.play.results.services.submitting import (
    check_fits_game,
    check_may_follow,
    check_sent_again,
    check_side,
    close_disputes,
    mark_confirmed,
    store_submission,
    submitted_before,
    unsaved_submission,
    withdraw_others,
)
from league.play.results.services.table_locks import (
    lock_for_director,
    lock_for_players,
    recompute_table_result,
    result_of,
)
from league.play.results.sheet import (
    Sheet,
    check_unmixed,
    is_final_score,
    number_of_score,
    read_sheet,
)
from league.play.results.submitted_deals import (
    SubmittedDeal,
    check_cards_entered,
    read_submitted,
    says_the_same,
)
from league.play.rounds.models import Table


class SurplusDeals(Refused):
    """With this change the game would end before deals that have been entered."""

    code = "surplus_deals"


class AlreadySubmitted(Refused):
    """The deal is on the sheet already, with other numbers: it has to be corrected instead."""

    code = "already_asked"


@journals_refused_cards
@transaction.atomic
def enter(
    *,
    table: Table,
    number: int | None = None,
    data: Mapping[str, Any],
    by: Act,
    key: UUID | None = None,
) -> Submission:
    """Enter a deal as the director: it counts as confirmed.

    A deal that a side has submitted with the same numbers is confirmed by this. Raises
    AlreadySubmitted for one with other numbers, what `submit` raises for a deal that the rules
    forbid or that cannot come next, and CardsRefused where it does not match hidden cards.
    """
    director_of(by.actor)
    table = lock_for_director(table)
    known = submitted_before(table, key) if key is not None else None
    sheet = read_sheet(table, with_replies=False)
    if known is not None:
        check_sent_again(sheet, known, number, data)
        return known
    number = number_of_score(sheet, number, data)
    number = sheet.next_number if number is None else number
    if sheet.submissions_of(number):
        submission, is_news = enter_again(sheet, number, data, by=by)
        if is_news:
            recompute_table_result(table=table, by=by, sheet=sheet)
        return submission
    submitted = read_entered(sheet, result_of(table), number, data, actor=by.actor)
    submission = store_submission(
        unsaved_submission(
            sheet,
            number,
            submitted,
            key=key or uuid4(),
            by_side=None,
            by=by,
            state=SubmissionState.CONFIRMED,
        )
    )
    sheet = sheet.add_submission(submission)
    refuse_surplus(sheet)
    journal_deal("deal.entered", table, submission, by=by)
    recompute_table_result(table=table, by=by, sheet=sheet)
    return submission


def read_entered(
    sheet: Sheet, result: TableResult, number: int, data: Mapping[str, Any], *, actor: Actor
) -> SubmittedDeal:
    """Score a deal that is not on the sheet yet, or refuse it as `enter` does."""
    check_unmixed(sheet, number, data)
    check_may_follow(sheet, number, result)
    submitted = read_submitted(sheet, number, data, any_dealer=True)
    check_cards_entered(sheet, number, submitted, actor=actor)
    check_fits_game(sheet, number, submitted)
    return submitted


def enter_again(
    sheet: Sheet, number: int, data: Mapping[str, Any], *, by: Act
) -> tuple[Submission, bool]:
    """Return what counts of a deal on the sheet, and whether this has confirmed it.

    Raises AlreadySubmitted for other numbers.
    """
    check_unmixed(sheet, number, data)
    counting = sheet.counting_submission(number)
    submitted = read_submitted(sheet, number, data, any_dealer=True)
    is_same = counting is not None and says_the_same(sheet.plan.ruleset, counting.deal, submitted)
    if not is_same and is_final_score(data):
        raise AlreadySubmitted(
            _(
                "Another final score has been entered. Correct it or settle the dispute instead "
                "of entering it again."
            )
        )
    if counting is None or not is_same:
        raise AlreadySubmitted(
            _(
                "Deal %(number)d has been entered with other numbers. "
                "Correct it or settle the dispute instead of entering it again."
            )
            % {"number": number}
        )
    check_cards_entered(sheet, number, submitted, actor=by.actor)
    is_news = counting.state == SubmissionState.SUBMITTED
    if is_news:
        mark_confirmed(counting, at=by.at)
        journal_deal("deal.confirmed", sheet.table, counting, by=by, side=None)
    return counting, is_news


@journals_refused_cards
@transaction.atomic
def correct(
    *,
    submission: Submission,
    data: Mapping[str, Any],
    reason: str,
    by: Act,
    key: UUID | None = None,
) -> Submission:
    """Replace the submission of a deal by a right one, with a reason; the old one stays readable.

    Correcting a disputed deal settles it. The same numbers again change nothing.

    Raises ReasonMissing, DealRefused, CardsRefused, SurplusDeals, NotAtThisTable, OutOfDate,
    RoundNotOpen, EventNotRunning.
    """
    reason, director = checked_reason(reason), director_of(by.actor)
    table = lock_for_director(submission.table)
    known = submitted_before(table, key) if key is not None else None
    sheet = read_sheet(table, with_replies=False)
    if known is not None:
        check_sent_again(sheet, known, submission.number, data)
        return known
    live = submission_at(sheet, submission.pk)
    check_unmixed(sheet, live.number, data, replaces=True)
    submitted = read_submitted(sheet, live.number, data, any_dealer=True)
    if live.state == SubmissionState.CONFIRMED and says_the_same(
        sheet.plan.ruleset, live.deal, submitted
    ):
        return live
    check_cards_entered(sheet, live.number, submitted, actor=by.actor)
    close_disputes(sheet, live.number, at=by.at, by=director, words=reason)
    corrected = replace_submissions(
        sheet,
        live.number,
        submitted,
        key=key or uuid4(),
        reason=reason,
        by=by,
        replaces=live,
    )
    sheet = sheet.replace_submissions(live.number, corrected)
    refuse_surplus(sheet)
    before = live.deal.score
    journal_deal("deal.corrected", table, corrected, by=by, reason=reason, before=before)
    recompute_table_result(table=table, by=by, sheet=sheet)
    return corrected


@transaction.atomic
def void(*, submission: Submission, reason: str, by: Act) -> Submission:
    """Strike out a deal, with all its submissions, for a reason. Its number can be submitted again.

    Raises ReasonMissing, SurplusDeals, NotAtThisTable, OutOfDate, RoundNotOpen, EventNotRunning.
    """
    reason, director = checked_reason(reason), director_of(by.actor)
    table = lock_for_director(submission.table)
    struck = Submission.objects.filter(
        pk=submission.pk, table=table, state=SubmissionState.VOID
    ).first()
    if struck is not None:
        return struck
    sheet = read_sheet(table, with_replies=False)
    live = submission_at(sheet, submission.pk)
    close_disputes(sheet, live.number, at=by.at, by=director, words=reason)
    for voided in sheet.submissions_of(live.number):
        voided.state, voided.reason = SubmissionState.VOID, reason
        voided.save(update_fields=["state", "reason"])
    sheet = sheet.replace_submissions(live.number)
    refuse_surplus(sheet)
    journal_deal("deal.voided", table, live, by=by, reason=reason)
    recompute_table_result(table=table, by=by, sheet=sheet)
    live.refresh_from_db()
    return live


def replace_submissions(
    sheet: Sheet,
    number: int,
    submitted: SubmittedDeal,
    *,
    key: UUID,
    reason: str,
    by: Act,
    replaces: Submission | None = None,
) -> Submission:
    """Store the director's submission of a deal, in place of all live ones."""
    live = sheet.submissions_of(number)
    Submission.objects.filter(pk__in=[submission.pk for submission in live]).update(
        state=SubmissionState.CORRECTED
    )
    return store_submission(
        unsaved_submission(
            sheet,
            number,
            submitted,
            key=key,
            by_side=None,
            by=by,
            state=SubmissionState.CONFIRMED,
            replaces=replaces or (sheet.counting_submission(number) or live[0]),
            reason=reason,
        )
    )


def refuse_surplus(sheet: Sheet) -> None:
    """Refuse deals on a sheet after the end of its game. Raises SurplusDeals."""
    surplus = sheet.outcome.surplus
    if not surplus or sheet.disputed_numbers or sheet.holes:
        return
    raise SurplusDeals(
        ngettext(
            "With this change the table ends before deal %(numbers)s, which was entered after "
            "it. Strike out deal %(numbers)s first.",
            "With this change the table ends before deals %(numbers)s, which were entered "
            "after it. Strike out deals %(numbers)s first, the last one first.",
            len(surplus),
        )
        % {"numbers": listed(surplus)}
    )


# --- A side says that one deal is wrong, and the director settles it; the rest stands ---


class AlreadyDisputed(Refused):
    """Somebody else disputes the deal already."""

    code = "already_disputed"


class NothingToSettle(Refused):
    """There is no open dispute about the deal."""

    code = "nothing_to_settle"


@transaction.atomic
def dispute(
    *,
    submission: Submission,
    side: int,
    reason: str,
    by: Act,
    key: UUID | None = None,
) -> Dispute:
    """Open a dispute: a side says that one deal is wrong, and why.

    A side that disputes the deal already gets its open dispute back. `key` identifies the request:
    sent again it returns the same Dispute, also when that was settled since.

    Raises ReasonMissing, AlreadyDisputed, NotAtThisTable, OutOfDate, NoSuchSide, RoundNotOpen,
    EventNotRunning, and KeyReused for a key that comes again with another side or reason.
    """
    reason = checked_reason(reason)
    table = lock_for_players(submission.table)
    by_key = submission.disputes.filter(key=key).first() if key is not None else None
    if by_key is not None:
        if (by_key.by_side, by_key.reason) != (side, reason):
            raise KeyReused(
                _(
                    "This was sent before with another reason or for another side, and that "
                    "was saved. Nothing was changed now: open the deal and see what has been "
                    "said about it."
                )
            )
        return by_key
    sheet = read_sheet(table)
    check_side(sheet, side)
    live = submission_at(sheet, submission.pk)
    open_now = sheet.open_disputes(live.number)
    of_this_side = next((dispute for dispute in open_now if dispute.by_side == side), None)
    if of_this_side is not None:
        return of_this_side
    if open_now:
        raise AlreadyDisputed(
            _("%(name)s disputes deal %(number)d already; the director will settle it.")
            % {"name": Names(table, public=False).whom(open_now[0]), "number": live.number}
        )
    opened = Dispute.objects.create(
        submission=live,
        by_side=side,
        **by_whom(by.actor),
        reason=reason,
        opened_at=by.at,
        key=key,
    )
    live.confirmations.filter(side=side).delete()
    live.state = SubmissionState.DISPUTED
    live.save(update_fields=["state"])
    journal_deal("deal.disputed", table, live, by=by, side=side, reason=reason)
    recompute_table_result(table=table, by=by, sheet=sheet)
    return opened


@journals_refused_cards
@transaction.atomic
def settle(
    *,
    table: Table,
    number: int,
    choose: Submission | None = None,
    data: Mapping[str, Any] | None = None,
    reason: str,
    by: Act,
    key: UUID | None = None,
) -> Submission:
    """Settle every dispute about a deal, as the director: one submission holds, or new numbers do.

    Exactly one of `choose` and `data` is given. The other submissions stay readable, but no longer
    say anything. Settling again what was settled so changes nothing.

    Raises ReasonMissing, NothingToSettle, DealRefused, CardsRefused, SurplusDeals, KeyReused,
    NotAtThisTable, OutOfDate, RoundNotOpen, EventNotRunning.
    """
    if (choose is None) == (data is None):
        raise ValueError("either one of the submissions is chosen, or new numbers are given")
    reason, director = checked_reason(reason), director_of(by.actor)
    table = lock_for_director(table)
    done = submitted_before(table, key) if key is not None else None
    sheet = read_sheet(table, with_replies=False)
    if done is not None:
        check_sent_again(sheet, done, number, _data_of(choose) if data is None else data)
        return done
    if number not in sheet.disputed_numbers:
        held = sheet.counting_submission(number)
        if choose is not None and held is not None and held.pk == choose.pk:
            return held
        raise NothingToSettle(
            _("Deal %(number)d of table %(table)d is not disputed (any more).")
            % {"number": number, "table": table.number}
        )
    close_disputes(sheet, number, at=by.at, by=director, words=reason)
    if choose is not None:
        settled = submission_at(sheet, choose.pk)
        withdraw_others(sheet, settled, at=by.at)
        mark_confirmed(settled, at=by.at)
    else:
        check_unmixed(sheet, number, data, replaces=True)
        submitted = read_submitted(sheet, number, data or {}, any_dealer=True)
        check_cards_entered(sheet, number, submitted, actor=by.actor)
        settled = replace_submissions(
            sheet, number, submitted, key=key or uuid4(), reason=reason, by=by
        )
    sheet = sheet.replace_submissions(number, settled)
    refuse_surplus(sheet)
    journal_deal("dispute.settled", table, settled, by=by, reason=reason)
    recompute_table_result(table=table, by=by, sheet=sheet)
    return settled


def _data_of(chosen: Submission | None) -> Mapping[str, Any]:
    """Return the deal of the submission that is to hold."""
    return chosen.deal.data if chosen is not None else {}
