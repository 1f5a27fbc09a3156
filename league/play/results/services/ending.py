"""How a table ends: by its players in a timed round, by the director, or by awarded points."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.models import FinalScores, TablePlay
from league.play.results.models import TableResult
from league.play.results.services.journaling import journal_table
from league.play.results.services.reasons import checked_reason, director_of
from league.play.results.services.submitting import check_side
from league.play.results.services.table_locks import lock_for_director, lock_for_players, result_of
from league.play.results.services.working_out import recompute_table_result
from league.play.results.sheet import Sheet, read_sheet
from league.play.rounds.models import Table
from league.play.rounds.rooms import compares_deals

MOST_POINTS = 1_000_000


class CannotEnd(Refused):
    """The table has nothing to end, or it ends by itself."""

    code = "cannot_end"


class BadAward(Refused):
    """The points awarded are not one sensible number a side."""

    code = "bad_award"


@transaction.atomic
def end_table(*, table: Table, side: int | None, actor: Actor, at: datetime) -> TableResult:
    """Say that the last deal has been played; ending an ended table changes nothing.

    Players (`side`) end a timed round; the director (None) may end any table early, and what was
    played counts. Raises CannotEnd, NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_director(table) if side is None else lock_for_players(table)
    sheet, result = read_sheet(table, with_replies=False), result_of(table)
    if result.ended_at is not None:
        return result
    if side is not None:
        check_side(sheet, side)
        _check_timed(sheet)
    if not sheet.numbers:
        raise CannotEnd(
            _("No deal has been entered yet: enter what was played first, or award points.")
        )
    result.ended_at = at
    games = sheet.outcome.final_scores
    of_games = {"final": FinalScores.GAME.value} if games else {}
    deals = games or sheet.outcome.deals
    journal_table("table.ended", table, actor=actor, at=at, deals=deals, side=side, **of_games)
    return recompute_table_result(table=table, actor=actor, at=at, sheet=sheet)


def _check_timed(sheet: Sheet) -> None:
    if sheet.plan.play == TablePlay.TIMED:
        return
    if sheet.plan.deals_due is not None:
        raise CannotEnd(
            _(
                "This table ends by itself after %(due)d deals. "
                "If it stops earlier, tell the director."
            )
            % {"due": sheet.plan.deals_due}
        )
    raise CannotEnd(
        _(
            "This table ends by itself when a side wins the game. "
            "If it stops earlier, tell the director."
        )
    )


@transaction.atomic
def resume_table(*, table: Table, side: int | None, actor: Actor, at: datetime) -> TableResult:
    """Reopen a table that was ended, for another deal. A table that was not ended stays as it is.

    Raises NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    table = lock_for_director(table) if side is None else lock_for_players(table)
    sheet, result = read_sheet(table, with_replies=False), result_of(table)
    if side is not None:
        check_side(sheet, side)
    if result.ended_at is None:
        return result
    result.ended_at = None
    journal_table("table.resumed", table, actor=actor, at=at, side=side)
    return recompute_table_result(table=table, actor=actor, at=at, sheet=sheet)


@transaction.atomic
def award(
    *, table: Table, points: Sequence[float] | None, reason: str, actor: Actor, at: datetime
) -> TableResult:
    """Give each side points instead of what was played; None takes an award or a forfeit back.

    The deals stay on the sheet, but do not count. Where deals are compared the points are percent
    of the best on each deal of the table, and what was played still counts for the others. Raises
    ReasonMissing, BadAward, RoundNotOpen, EventNotRunning.
    """
    reason = checked_reason(reason)
    director_of(actor)
    table = lock_for_director(table)
    sheet, result = read_sheet(table, with_replies=False), result_of(table)
    awarded = None if points is None else _checked(sheet, points)
    is_same = result.forfeit is None and awarded == result.awarded
    if is_same and (awarded is None or reason == result.award_reason):
        return result
    result.awarded, result.award_reason = awarded, reason if awarded is not None else ""
    result.forfeit = None
    kind = "table.award_withdrawn" if awarded is None else "table.awarded"
    journal_table(kind, table, actor=actor, at=at, points=awarded, reason=reason)
    return recompute_table_result(table=table, actor=actor, at=at, sheet=sheet)


def _checked(sheet: Sheet, points: Sequence[float]) -> list[float]:
    sides = sheet.plan.sides
    if len(points) != sides or not all(_is_sensible(number) for number in points):
        raise BadAward(
            _("Give each of the %(sides)d sides its points, a number up to %(most)d.")
            % {"sides": sides, "most": MOST_POINTS},
            field="points",
        )
    if compares_deals(sheet.table.round.stage) and not all(0 <= n <= 100 for n in points):
        raise BadAward(
            _(
                "Deals are compared here: give each side a percentage from 0 to 100 of the best "
                "on a deal, such as 60 and 40."
            ),
            field="points",
        )
    return [int(number) if number == int(number) else number for number in points]


def _is_sensible(number: object) -> bool:
    is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
    # a comparison with NaN is false, so it is refused like infinity
    return is_number and -MOST_POINTS <= number <= MOST_POINTS  # type: ignore[operator]
