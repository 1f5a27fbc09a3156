"""What a director decides about a table: an award, a forfeit, its end."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.naming import LISTED
from league.foundation.refusal import Refused
from league.play.events.models import FinalScores, TablePlay
from league.play.events.setup_problems import COMPARING_DEALS
from league.play.results.models import TableResult
from league.play.results.services.journaling import journal_table
from league.play.results.services.revoking import LONGEST, checked_reason, director_of
from league.play.results.services.submitting import NoSuchSide, check_side
from league.play.results.services.table_locks import (
    hold_table,
    lock_for_director,
    lock_for_players,
    recompute_table_result,
    result_of,
)
from league.play.results.sheet import Sheet, read_sheet
from league.play.results.table_outcome import leader
from league.play.rounds.forfeits import Forfeit, forfeit_of
from league.play.rounds.models import Room, Table
from league.play.rounds.rooms import compares_deals
from league.play.rounds.selectors import noted_sides, side_names
from league.play.rounds.stage_results import outcomes_of

# --- A table that ended level: the director says who won it, where somebody has to move on ---


class NothingToDecide(Refused):
    """The table is not finished, or a side has more points: then that side has won."""

    code = "nothing_to_decide"


def is_level(table: Table, result: TableResult) -> bool:
    """Say whether the table has come to its end with no side ahead of all others.

    A match in two rooms is level as a whole, though at each of its tables a side may be ahead. A
    table to which a side did not come is never level: where neither came, nobody has won.
    """
    if result.forfeit is not None:
        return False
    if table.room != Room.ONLY:
        match = outcomes_of([table.round], held_back=()).get((table.round.number, table.number))
        return match is not None and match.points[0] == match.points[1]
    points = result.totals if result.awarded is None else result.awarded
    return bool(points) and result.is_complete and leader(points) is None


@transaction.atomic
def decide_level(
    *,
    table: Table,
    side: int | None,
    reason: str,
    by_lot: bool = False,
    by: Act,
) -> TableResult:
    """Say which side won a table that ended level, by lot or one more deal; the points stay.

    `side` None takes the decision back. If the points change later so that a side is ahead, the
    points decide again.
    Raises ReasonMissing, NothingToDecide, NoSuchSide, RoundNotOpen, EventNotRunning.
    """
    reason = checked_reason(reason)
    director_of(by.actor)
    table = lock_for_director(table)
    result = result_of(table)
    if side is not None:
        if not is_level(table, result):
            raise NothingToDecide(
                _("Only a table that has ended level needs a decision: the points say who won.")
            )
        points = result.totals if result.awarded is None else result.awarded
        if not 0 <= side < len(points):
            raise NoSuchSide(_("Choose one of the sides of this table."), field="side")
    by_lot = by_lot and side is not None
    if (side, by_lot) == (result.decided, result.decided_by_lot):
        return result
    result.decided, result.decided_reason = side, reason if side is not None else ""
    result.decided_by_lot = by_lot
    # a match has one decision, made at either of its tables
    others = TableResult.objects.filter(table__number=table.number, round=table.round)
    others.exclude(table=table).update(decided=None, decided_reason="", decided_by_lot=False)
    kind = "table.decision_withdrawn" if side is None else "table.decided"
    journal_table(kind, table, by=by, side=side, reason=reason, by_lot=by_lot)
    return recompute_table_result(table=table, by=by)


# --- Forfeiting ---
# A table to which somebody did not come: nothing is played, and the scoring says what it gives.


class BadForfeit(Refused):
    """Nobody can forfeit this table, or not those who were named."""

    code = "bad_forfeit"


@transaction.atomic
def forfeit(
    *, table: Table, absent: Sequence[int] | None, reason: str = "", by: Act
) -> TableResult:
    """Say which sides (0, 1 or both) did not come; None takes it back: they played after all.

    Deals that were entered stay on the sheet and do not count. A match in two rooms is forfeited
    at both its tables. The same again changes nothing. Raises BadForfeit, NotAllowed,
    RoundNotOpen, EventNotRunning.
    """
    reason = reason.replace("\x00", "").strip()[:LONGEST]
    if by.actor.via != SYSTEM.via:  # walkovers by the rules of a stage are nobody's decision
        director_of(by.actor)
    named = _named(absent)
    tables = [lock_for_director(room_table) for room_table in _tables_of(table)]
    result = TableResult()
    for room_table in tables:
        found = _written(room_table, _turned(named, table, room_table), reason, by=by)
        if room_table.pk == table.pk:
            result = found
    return result


def _named(absent: Sequence[int] | None) -> Forfeit | None:
    if absent is None:
        return None
    try:
        return forfeit_of(absent)
    except ValueError as error:
        raise BadForfeit(
            _("Name the side that did not come, or both: 0, 1, or 0 and 1."), field="absent"
        ) from error


def hold_match(table: Table) -> None:
    """Lock the tables of a match until the commit, as `forfeit` does."""
    for room_table in _tables_of(table):
        hold_table(room_table.pk)


def _tables_of(table: Table) -> list[Table]:
    """Return the tables of the match, in the order in which they are locked."""
    if table.room == Room.ONLY:
        return [table]
    return list(Table.objects.filter(round=table.round_id, number=table.number).order_by("pk"))


def _turned(named: Forfeit | None, table: Table, other: Table) -> Forfeit | None:
    """Return who is absent at another table of the match, where the sides are turned."""
    if named in (None, Forfeit.BOTH) or table.room == other.room:
        return named
    return Forfeit(1 - named)


def _written(table: Table, absent: Forfeit | None, reason: str, *, by: Act) -> TableResult:
    result = result_of(table)
    if result.forfeit == absent and (absent is None or result.award_reason == reason):
        return result
    names = side_names(table)
    if absent is not None:
        _check(table, names)
    result.forfeit = absent
    result.awarded, result.award_reason = (None, "") if absent is None else ([0, 0], reason)
    # who moves on from a match that nobody came to is decided again
    result.decided, result.decided_reason, result.decided_by_lot = None, "", False
    if absent is None:
        journal_table("table.forfeit_withdrawn", table, by=by, forfeit=None)
    else:
        sides = noted_sides(table)
        absentees = sides if absent == Forfeit.BOTH else [sides[absent]]
        about = {"absent": {LISTED: absentees}, "forfeit": int(absent), "reason": reason}
        journal_table("table.forfeited", table, by=by, **about)
    return recompute_table_result(table=table, by=by)


def _check(table: Table, names: Sequence[str]) -> None:
    if len(names) != 2:
        raise BadForfeit(
            _(
                "This table has %(sides)d sides, and only a match of two can be forfeited. "
                "Award the points instead."
            )
            % {"sides": len(names)}
        )
    if table.round.stage.event.method.get("name") in COMPARING_DEALS:
        raise BadForfeit(
            _(
                "Deals are compared here, so that a table not played is awarded percentages. "
                "Award the points instead, such as 60 to those who came and 40 to the others."
            )
        )


# --- How a table ends: by its players in a timed round, by the director, or by awarded points ---

MOST_POINTS = 1_000_000


class CannotEnd(Refused):
    """The table has nothing to end, or it ends by itself."""

    code = "cannot_end"


class BadAward(Refused):
    """The points awarded are not one sensible number a side."""

    code = "bad_award"


@transaction.atomic
def end_table(*, table: Table, side: int | None, by: Act) -> TableResult:
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
    result.ended_at = by.at
    games = sheet.outcome.final_scores
    of_games = {"final": FinalScores.GAME.value} if games else {}
    deals = games or sheet.outcome.deals
    journal_table("table.ended", table, by=by, deals=deals, side=side, **of_games)
    return recompute_table_result(table=table, by=by, sheet=sheet)


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
def resume_table(*, table: Table, side: int | None, by: Act) -> TableResult:
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
    journal_table("table.resumed", table, by=by, side=side)
    return recompute_table_result(table=table, by=by, sheet=sheet)


@transaction.atomic
def award(*, table: Table, points: Sequence[float] | None, reason: str, by: Act) -> TableResult:
    """Give each side points instead of what was played; None takes an award or a forfeit back.

    The deals stay on the sheet, but do not count. Where deals are compared the points are percent
    of the best on each deal of the table, and what was played still counts for the others. Raises
    ReasonMissing, BadAward, RoundNotOpen, EventNotRunning.
    """
    reason = checked_reason(reason)
    director_of(by.actor)
    table = lock_for_director(table)
    sheet, result = read_sheet(table, with_replies=False), result_of(table)
    awarded = None if points is None else _checked(sheet, points)
    is_same = result.forfeit is None and awarded == result.awarded
    if is_same and (awarded is None or reason == result.award_reason):
        return result
    result.awarded, result.award_reason = awarded, reason if awarded is not None else ""
    result.forfeit = None
    kind = "table.award_withdrawn" if awarded is None else "table.awarded"
    journal_table(kind, table, by=by, points=awarded, reason=reason)
    return recompute_table_result(table=table, by=by, sheet=sheet)


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
