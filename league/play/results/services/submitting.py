"""A side submits a deal. Where the other side has submitted it before, the two are compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.errors import Refusal
from games.engine.result import DealResult
from games.models import Deal
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.actor import Act, Actor
from league.foundation.metrics import timed_submission
from league.foundation.once.services import KeyReused
from league.foundation.refusal import Refused
from league.play.events.models import TablePlay
from league.play.results.models import (
    Confirmation,
    Dispute,
    Submission,
    SubmissionState,
    TableResult,
)
from league.play.results.services.journaling import by_whom, journal_deal
from league.play.results.services.table_locks import (
    lock_for_players,
    recompute_table_result,
    result_of,
)
from league.play.results.sheet import (
    Sheet,
    check_unfinished,
    check_unmixed,
    has_final_scores,
    is_final,
    is_final_score,
    number_of_score,
    read_sheet,
    result_at,
)
from league.play.results.submitted_deals import (
    DealRefused,
    SubmittedDeal,
    check_cards_known,
    read_submitted,
    render_refusal,
    says_the_same,
)
from league.play.results.table_outcome import CountingDeal, Outcome, outcome_of
from league.play.rounds.models import Table

# --- Whether a table takes another deal: without a gap, before its end, and as its game allows ---


class DealMissing(Refused):
    """A deal before this one has not been submitted."""

    code = "deal_missing"


class TableFinished(Refused):
    """The table has played all it was to play, or was ended, or has been awarded points."""

    code = "table_finished"


def check_may_follow(sheet: Sheet, number: int, result: TableResult) -> None:
    """Refuse a new deal that leaves a gap or comes after the end."""
    if number < 1:
        raise DealMissing(_("Deals are numbered from 1."))
    if number > sheet.next_number:
        raise DealMissing(
            _("Deal %(missing)d has not been entered yet. Enter it first, then deal %(number)d.")
            % {"missing": sheet.next_number, "number": number}
        )
    if number <= sheet.last_number:
        return  # the deal fills a gap: deals after it were played, so the table had not ended
    if result.ended_at is not None and has_final_scores(sheet):
        raise TableFinished(
            _("This table was ended after game %(last)d: no other game can be entered.")
            % {"last": sheet.last_number}
        )
    if result.ended_at is not None:
        raise TableFinished(
            _("This table was ended after deal %(last)d: no other deal can be entered.")
            % {"last": sheet.last_number}
        )
    if sheet.is_played_out:
        raise TableFinished(_why_played_out(sheet))


def _why_played_out(sheet: Sheet) -> str:
    if has_final_scores(sheet):
        return _(
            "The final score of this table has been entered: nothing may follow it. If it is "
            "wrong, correct or dispute it."
        )
    if sheet.plan.deals_due is None:
        return _("The game ended with deal %(last)d: no deal may follow it.") % {
            "last": sheet.last_number
        }
    return ngettext(
        "The %(due)d deal of this round has been entered: no deal may follow it.",
        "All %(due)d deals of this round have been entered: no deal may follow them.",
        sheet.plan.deals_due,
    ) % {"due": sheet.plan.deals_due}


def check_not_awarded(result: TableResult) -> None:
    if result.forfeit is not None:
        raise TableFinished(
            _(
                "The director has noted that this table was not played because somebody did not "
                "come. If that is wrong, tell the director."
            )
        )
    if result.awarded is not None:
        raise TableFinished(
            _("The director has awarded points to this table: no deal can be entered any more.")
        )


def check_fits_game(sheet: Sheet, number: int, submitted: SubmittedDeal) -> None:
    """Refuse what only the game as a whole forbids, such as a bid that needs a score above zero."""
    if submitted.result.is_final_score:
        return  # it is the whole game, and was checked as one
    if sheet.plan.play != TablePlay.GAME or sheet.disputed_numbers or sheet.holes:
        return
    before = [result_at(submission) for submission in sheet.counting if submission.number < number]
    try:
        games.play_game(sheet.plan.ruleset, [*before, submitted.as_part_of_game()])
    except Refusal as refusal:
        raise DealRefused(refusal, render_refusal(sheet.table, refusal)) from refusal


# --- A side agrees to a submission: it is confirmed, and others of the same deal are withdrawn ---


def agree(
    sheet: Sheet,
    submission: Submission,
    *,
    side: int,
    by: Act,
    device: str,
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
        **by_whom(by.actor),
        device=device,
        confirmed_at=by.at,
        key=key,
    )
    against = _sides_against(sheet, submission)
    agreeing = {*agreed, side}
    if submission.state == SubmissionState.CONFIRMED or against - agreeing:
        return False
    if against:
        withdraw_others(sheet, submission, at=by.at)
    mark_confirmed(submission, at=by.at)
    journal_deal("deal.confirmed", sheet.table, submission, by=by, side=side)
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
    by: Act,
    device: str = "",
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
        return _submit_again(sheet, number, data, key, by_side, device, by=by)
    check_may_follow(sheet, number, result_of(table))
    submitted = read_submitted(sheet, number, data)
    check_cards_known(sheet, number, submitted)
    check_fits_game(sheet, number, submitted)
    submission = store_submission(
        unsaved_submission(sheet, number, submitted, key=key, by_side=by_side, by=by, device=device)
    )
    journal_deal("deal.submitted", table, submission, by=by, side=by_side)
    recompute_table_result(table=table, by=by, sheet=sheet.add_submission(submission))
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
    return SENT_BEFORE.first(table=table.pk, key=key)


def _sent_before(value: Callable[[str], Any]) -> "QuerySet[Submission]":
    has_key = Q(key=value("key")) | Q(confirmations__key=value("key"))
    sent = Submission.objects.filter(has_key, table=value("table"))
    return sent.select_related("deal").order_by("pk")


SENT_BEFORE = CompiledQuery(_sent_before)


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
    by: Act,
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
        **by_whom(by.actor),
        device=device[:40],
        replaces=replaces,
        reason=reason,
        submitted_at=by.at,
        confirmed_at=by.at if state == SubmissionState.CONFIRMED else None,
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
    device: str,
    *,
    by: Act,
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
            agree(sheet, same, side=by_side, by=by, device=device, key=key)
            recompute_table_result(table=sheet.table, by=by, sheet=sheet_agreed_to(sheet))
        return same
    _check_may_contradict(sheet, number, by_side)
    submission = store_submission(
        unsaved_submission(
            sheet,
            number,
            submitted,
            key=key,
            by_side=by_side,
            by=by,
            device=device,
            state=SubmissionState.DISPUTED,
        )
    )
    _contradict(sheet, submission, side=by_side, by=by)
    journal_deal("deal.contradicted", sheet.table, submission, by=by, side=by_side)
    recompute_table_result(table=sheet.table, by=by, sheet=sheet.add_submission(submission))
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


def _contradict(sheet: Sheet, submission: Submission, *, side: int, by: Act) -> None:
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
        **by_whom(by.actor),
        opened_at=by.at,
    )


# --- What a deal would score, before anybody sends it. Writes nothing ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a deal would score; `deal` is a `Deal` that is not saved.

    `running` are the totals of the table after the deal, `submitted_before` the live submissions
    that it would compete with.
    """

    number: int
    deal: Deal
    submitted: SubmittedDeal
    outcome: Outcome
    submitted_before: list[Submission]

    @property
    def result(self) -> DealResult:
        return self.submitted.result

    @property
    def running(self) -> tuple[int, ...]:
        return self.outcome.running.get(self.number, self.outcome.totals)


def preview(
    *,
    sheet: Sheet,
    number: int | None = None,
    data: Mapping[str, Any],
    any_dealer: bool = False,
    actor: Actor | None = None,
) -> Preview:
    """Score a deal as if it were submitted now, in place of earlier submissions of it.

    `sheet` is the table's, as whoever asks has just read it. Raises what `submit` raises for a deal
    that the rules forbid or that cannot come next; permissions are not checked. `actor` enters the
    deal for the players (None: a table does): where prepared cards do not match, only somebody who
    may know them is refused.
    """
    number = number_of_score(sheet, number, data)
    number = sheet.next_number if number is None else number
    check_unmixed(sheet, number, data, replaces=any_dealer)
    if not sheet.submissions_of(number):
        result = TableResult.objects.filter(table=sheet.table).first() or TableResult()
        check_may_follow(sheet, number, result)
    submitted = read_submitted(sheet, number, data, any_dealer=any_dealer)
    check_cards_known(sheet, number, submitted, actor=actor)
    if not sheet.submissions_of(number):
        check_fits_game(sheet, number, submitted)
    deals = [
        CountingDeal(submission.number, result_at(submission))
        for submission in sheet.counting
        if submission.number != number
    ]
    deals.append(CountingDeal(number, submitted.as_part_of_game()))
    return Preview(
        number=number,
        deal=games.unsaved_deal(sheet.plan.ruleset, submitted.data, submitted.result),
        submitted=submitted,
        outcome=outcome_of(sheet.plan, sorted(deals, key=lambda deal: deal.number)),
        submitted_before=sheet.submissions_of(number),
    )
