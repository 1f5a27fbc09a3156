"""The director enters, corrects and strikes out deals; what was told before stays readable."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.journal.actor import Actor
from league.refusal import Refused
from league.results.models import Submission, SubmissionState
from league.results.prepared_cards import check_cards_entered
from league.results.services.agreeing import close_disputes, mark_confirmed
from league.results.services.confirming import telling_at
from league.results.services.locking import lock_for_director, result_of
from league.results.services.next_deal import check_fits_game, check_may_follow
from league.results.services.noting import note_deal
from league.results.services.noting_refusals import note_refused_cards
from league.results.services.reasons import director_of, given
from league.results.services.submitting import store_telling, told_before
from league.results.services.working_out import work_out
from league.results.sheet import Sheet, read_sheet
from league.results.tellings import Told, read_telling, says_the_same
from league.rounds.models import Table


class SurplusDeals(Refused):
    """Deals were entered that would then lie after the end of the game."""

    code = "surplus_deals"


class AlreadyTold(Refused):
    """The deal is on the sheet with other numbers: it is corrected, not entered."""

    code = "already_told"


@note_refused_cards
@transaction.atomic
def enter(
    *,
    table: Table,
    number: int | None = None,
    data: Mapping[str, Any],
    actor: Actor,
    at: datetime,
    key: UUID | None = None,
) -> Submission:
    """Enter a deal as the director: it counts as confirmed.

    A deal that a side told with the same numbers is confirmed. Raises AlreadyTold for one told
    otherwise, what `submit` raises for a deal that cannot be or cannot follow, and CardsRefused
    where a director enters what cannot be of hidden prepared cards.
    """
    director_of(actor)
    table = lock_for_director(table)
    known = told_before(table, key) if key is not None else None
    if known is not None:
        return known
    sheet = read_sheet(table)
    number = sheet.next_number if number is None else number
    if sheet.of(number):
        return _enter_again(sheet, number, data, actor, at)
    check_may_follow(sheet, number, result_of(table))
    told = read_telling(sheet, number, data, any_dealer=True)
    check_cards_entered(sheet, number, told, actor=actor)
    check_fits_game(sheet, number, told)
    telling = store_telling(
        sheet,
        number,
        told,
        key=key or uuid4(),
        by_side=None,
        actor=actor,
        at=at,
        state=SubmissionState.CONFIRMED,
    )
    check_nothing_follows_the_end(table)
    note_deal("deal.entered", table, telling, actor=actor, at=at)
    work_out(table=table, actor=actor, at=at)
    return telling


def _enter_again(
    sheet: Sheet, number: int, data: Mapping[str, Any], actor: Actor, at: datetime
) -> Submission:
    counting = sheet.counting_of(number)
    told = read_telling(sheet, number, data, any_dealer=True)
    if counting is None or not says_the_same(sheet.plan.ruleset, counting.deal, told):
        raise AlreadyTold(
            _(
                "Deal %(number)d has been entered with other numbers. "
                "Correct it or settle the dispute instead of entering it again."
            )
            % {"number": number}
        )
    check_cards_entered(sheet, number, told, actor=actor)
    if counting.state == SubmissionState.SUBMITTED:
        mark_confirmed(counting, at=at)
        note_deal("deal.confirmed", sheet.table, counting, actor=actor, at=at, side=None)
        work_out(table=sheet.table, actor=actor, at=at)
    return counting


@note_refused_cards
@transaction.atomic
def correct(
    *,
    submission: Submission,
    data: Mapping[str, Any],
    reason: str,
    actor: Actor,
    at: datetime,
    key: UUID | None = None,
) -> Submission:
    """Replace a deal by what is right, with a reason. The old one is kept as corrected.

    Correcting a disputed deal settles it. The same numbers again change nothing.

    Raises ReasonMissing, DealRefused, CardsRefused, SurplusDeals, NotAtThisTable, OutOfDate,
    RoundNotOpen, EventNotRunning.
    """
    reason, director = given(reason), director_of(actor)
    table = lock_for_director(submission.table)
    known = told_before(table, key) if key is not None else None
    if known is not None:
        return known
    sheet = read_sheet(table)
    telling = telling_at(sheet, submission.pk)
    told = read_telling(sheet, telling.number, data, any_dealer=True)
    if telling.state == SubmissionState.CONFIRMED and says_the_same(
        sheet.plan.ruleset, telling.deal, told
    ):
        return telling
    check_cards_entered(sheet, telling.number, told, actor=actor)
    close_disputes(sheet, telling.number, at=at, by=director, words=reason)
    corrected = replace_tellings(
        sheet,
        telling.number,
        told,
        key=key or uuid4(),
        reason=reason,
        actor=actor,
        at=at,
        replaces=telling,
    )
    check_nothing_follows_the_end(table)
    before = telling.deal.score
    note_deal("deal.corrected", table, corrected, actor=actor, at=at, reason=reason, before=before)
    work_out(table=table, actor=actor, at=at)
    return corrected


@transaction.atomic
def void(*, submission: Submission, reason: str, actor: Actor, at: datetime) -> Submission:
    """Strike out a deal, with all tellings of it, for a reason. Its number can be told again.

    Raises ReasonMissing, SurplusDeals, NotAtThisTable, OutOfDate, RoundNotOpen, EventNotRunning.
    """
    reason, director = given(reason), director_of(actor)
    table = lock_for_director(submission.table)
    struck = Submission.objects.filter(
        pk=submission.pk, table=table, state=SubmissionState.VOID
    ).first()
    if struck is not None:
        return struck
    sheet = read_sheet(table)
    telling = telling_at(sheet, submission.pk)
    close_disputes(sheet, telling.number, at=at, by=director, words=reason)
    for one in sheet.of(telling.number):
        one.state, one.reason = SubmissionState.VOID, reason
        one.save(update_fields=["state", "reason"])
    check_nothing_follows_the_end(table)
    note_deal("deal.voided", table, telling, actor=actor, at=at, reason=reason)
    work_out(table=table, actor=actor, at=at)
    telling.refresh_from_db()
    return telling


def replace_tellings(
    sheet: Sheet,
    number: int,
    told: Told,
    *,
    key: UUID,
    reason: str,
    actor: Actor,
    at: datetime,
    replaces: Submission | None = None,
) -> Submission:
    """Put what the director tells in the place of all live tellings of a deal."""
    live = sheet.of(number)
    Submission.objects.filter(pk__in=[one.pk for one in live]).update(
        state=SubmissionState.CORRECTED
    )
    return store_telling(
        sheet,
        number,
        told,
        key=key,
        by_side=None,
        actor=actor,
        at=at,
        state=SubmissionState.CONFIRMED,
        replaces=replaces or (sheet.counting_of(number) or live[0]),
        reason=reason,
    )


def check_nothing_follows_the_end(table: Table) -> None:
    """Refuse a change that ends the game before deals that have been entered."""
    sheet = read_sheet(table)
    surplus = sheet.outcome.surplus
    if not surplus or sheet.disputed_numbers or sheet.holes:
        return
    raise SurplusDeals(
        ngettext(
            "With this the table is done before deal %(numbers)s, which was entered after it. "
            "Strike out deal %(numbers)s first.",
            "With this the table is done before deals %(numbers)s, which were entered after it. "
            "Strike out deals %(numbers)s first, the last one first.",
            len(surplus),
        )
        % {"numbers": ", ".join(map(str, surplus))}
    )
