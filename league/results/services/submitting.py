"""A side tells a deal; the other side may have told the same one already."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from league.journal.actor import Actor
from league.refusal import Refused
from league.results.models import Confirmation, Dispute, Submission, SubmissionState
from league.results.prepared_cards import check_cards_known
from league.results.services.agreeing import agree
from league.results.services.locking import lock_for_players, result_of
from league.results.services.next_deal import check_fits_game, check_may_follow, check_not_awarded
from league.results.services.noting import note_deal
from league.results.services.working_out import work_out
from league.results.sheet import Sheet, read_sheet
from league.results.tellings import Told, read_telling, says_the_same
from league.rounds.models import Table


class ToldDifferently(Refused):
    """The same side told this deal with other numbers before."""

    code = "told_differently"


class SettledByDirector(Refused):
    """The director has entered or settled this deal."""

    code = "settled_by_director"


class NoSuchSide(Refused):
    code = "no_such_side"


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
    """Tell a deal for a side: a summary form (`{"summary": {...}}`) or a full record.

    `number` is the deal's place on the sheet, from 1 (None: the next one), `key` names this
    telling: sent again, it is the same Submission. The same deal told by another side with the
    same numbers is confirmed; with other numbers both tellings are disputed, side by side. What
    cannot be of prepared cards that are still hidden is taken as it is, and flagged afterwards.

    Raises DealRefused (the engine's reason), WrongDealer, DealMissing, TableFinished,
    ToldDifferently, SettledByDirector, NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_players(table)
    known = told_before(table, key)
    if known is not None:
        return known
    sheet = read_sheet(table)
    check_side(sheet, by_side)
    check_not_awarded(result_of(table))
    number = sheet.next_number if number is None else number
    if sheet.of(number):
        return _tell_again(sheet, number, data, key, by_side, actor, device, at)
    check_may_follow(sheet, number, result_of(table))
    told = read_telling(sheet, number, data)
    check_cards_known(sheet, number, told)
    check_fits_game(sheet, number, told)
    telling = store_telling(
        sheet, number, told, key=key, by_side=by_side, actor=actor, device=device, at=at
    )
    note_deal("deal.submitted", table, telling, actor=actor, at=at, side=by_side)
    work_out(table=table, actor=actor, at=at)
    return telling


def told_before(table: Table, key: UUID) -> Submission | None:
    """Return what a key came to when it was sent before."""
    told = Submission.objects.filter(table=table, key=key).first()
    if told is not None:
        return told
    agreed = (
        Confirmation.objects.filter(submission__table=table, key=key)
        .select_related("submission")
        .first()
    )
    return agreed.submission if agreed else None


def store_telling(
    sheet: Sheet,
    number: int,
    told: Told,
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
    """Write a telling and its deal."""
    return Submission.objects.create(
        table=sheet.table,
        number=number,
        deal=games.store_deal(sheet.plan.ruleset, told.data, told.result),
        state=state,
        key=key,
        by_side=by_side,
        by_user_id=actor.user_id,
        by_name=actor.name[:120],
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


def _tell_again(
    sheet: Sheet,
    number: int,
    data: Mapping[str, Any],
    key: UUID,
    by_side: int,
    actor: Actor,
    device: str,
    at: datetime,
) -> Submission:
    told = read_telling(sheet, number, data)
    check_cards_known(sheet, number, told)
    same = next(
        (one for one in sheet.of(number) if says_the_same(sheet.plan.ruleset, one.deal, told)), None
    )
    if same is not None:
        if same.by_side != by_side:
            agree(sheet, same, side=by_side, actor=actor, device=device, at=at, key=key)
            work_out(table=sheet.table, actor=actor, at=at)
        return same
    _check_may_contradict(sheet, number, by_side)
    telling = store_telling(
        sheet,
        number,
        told,
        key=key,
        by_side=by_side,
        actor=actor,
        device=device,
        at=at,
        state=SubmissionState.DISPUTED,
    )
    _contradict(sheet, telling, side=by_side, actor=actor, at=at)
    note_deal("deal.contradicted", sheet.table, telling, actor=actor, at=at, side=by_side)
    work_out(table=sheet.table, actor=actor, at=at)
    return telling


def _check_may_contradict(sheet: Sheet, number: int, by_side: int) -> None:
    if any(one.by_side == by_side for one in sheet.of(number)):
        raise ToldDifferently(
            _(
                "Your side has entered deal %(number)d with other numbers already. If this is the "
                "deal after it, enter it as deal %(next)d; if the numbers were wrong, take the "
                "deal back or dispute it."
            )
            % {"number": number, "next": sheet.next_number}
        )
    counting = sheet.counting_of(number)
    if counting is None:
        return
    settled = Dispute.objects.filter(
        submission__table=sheet.table, submission__number=number, settled_by__isnull=False
    ).exists()
    if counting.by_side is None or settled:
        raise SettledByDirector(
            _(
                "The director has entered deal %(number)d with other numbers. "
                "If they are wrong, dispute the deal and say why."
            )
            % {"number": number}
        )


def _contradict(
    sheet: Sheet, telling: Submission, *, side: int, actor: Actor, at: datetime
) -> None:
    """Put the telling beside the one that counted so far, if any, or beside the oldest rival."""
    counting = sheet.counting_of(telling.number)
    if counting is not None:
        counting.state = SubmissionState.DISPUTED
        counting.save(update_fields=["state"])
        counting.confirmations.filter(side=side).delete()
    disputed = counting or telling
    rival = telling if counting else sheet.of(telling.number)[0]
    Dispute.objects.create(
        submission=disputed,
        rival=rival,
        by_side=side,
        by_name=actor.name[:120],
        opened_at=at,
    )
