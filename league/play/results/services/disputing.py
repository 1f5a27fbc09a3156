"""A side says that one deal is wrong, and the director settles it; the rest stands."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.once.services import KeyReused
from league.foundation.refusal import Refused
from league.play.results.deal_words import Names
from league.play.results.final_scores import check_unmixed
from league.play.results.models import Dispute, Submission, SubmissionState
from league.play.results.prepared_cards import check_cards_entered
from league.play.results.services.agreeing import close_disputes, mark_confirmed, withdraw_others
from league.play.results.services.confirming import submission_at
from league.play.results.services.correcting import refuse_surplus, replace_submissions
from league.play.results.services.journaling import by_whom, journal_deal, journals_refused_cards
from league.play.results.services.reasons import checked_reason, director_of
from league.play.results.services.submitting import check_sent_again, check_side, submitted_before
from league.play.results.services.table_locks import lock_for_director, lock_for_players
from league.play.results.services.working_out import recompute_table_result
from league.play.results.sheet import read_sheet
from league.play.results.submitted_deals import read_submitted
from league.play.rounds.models import Table


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
    actor: Actor,
    at: datetime,
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
        **by_whom(actor),
        reason=reason,
        opened_at=at,
        key=key,
    )
    live.confirmations.filter(side=side).delete()
    live.state = SubmissionState.DISPUTED
    live.save(update_fields=["state"])
    journal_deal("deal.disputed", table, live, actor=actor, at=at, side=side, reason=reason)
    recompute_table_result(table=table, actor=actor, at=at, sheet=sheet)
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
    actor: Actor,
    at: datetime,
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
    reason, director = checked_reason(reason), director_of(actor)
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
    close_disputes(sheet, number, at=at, by=director, words=reason)
    if choose is not None:
        settled = submission_at(sheet, choose.pk)
        withdraw_others(sheet, settled, at=at)
        mark_confirmed(settled, at=at)
    else:
        check_unmixed(sheet, number, data, replaces=True)
        submitted = read_submitted(sheet, number, data or {}, any_dealer=True)
        check_cards_entered(sheet, number, submitted, actor=actor)
        settled = replace_submissions(
            sheet, number, submitted, key=key or uuid4(), reason=reason, actor=actor, at=at
        )
    sheet = sheet.replace_submissions(number, settled)
    refuse_surplus(sheet)
    journal_deal("dispute.settled", table, settled, actor=actor, at=at, reason=reason)
    recompute_table_result(table=table, actor=actor, at=at, sheet=sheet)
    return settled


def _data_of(chosen: Submission | None) -> Mapping[str, Any]:
    """Return the deal of the submission that is to hold."""
    return chosen.deal.data if chosen is not None else {}
