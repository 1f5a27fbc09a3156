"""Matches of which no result came in time: found, given by the rules, or left to the organiser."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.captains.line_up_facts import due_of, line_ups_of
from league.calendar.captains.match_journal import journal_match
from league.calendar.captains.match_rules import makes_line_ups, rules_of, walkover_at
from league.calendar.captains.matches import (
    Match,
    date_of,
    is_untouched,
    last_moment,
    match_at,
    matches_of,
)
from league.calendar.captains.missing_results import who_loses
from league.calendar.captains.models import MatchRules, Walkover, WalkoverState
from league.calendar.match_dates.models import DateProposal, ProposalState
from league.foundation.journal.actor import SYSTEM, Actor
from league.foundation.refusal import OutOfDate
from league.play.events.locking import locked
from league.play.events.models import EventState
from league.play.results.services import forfeit
from league.play.rounds.forfeits import Forfeit, absent_sides
from league.play.rounds.models import Round, RoundState
from league.play.rounds.services.round_locks import lock_round


def find_walkovers(*, at: datetime) -> int:
    """Note matches whose time is up, and give them by the rules where those say so.

    Returns how many were found; a match is found once.
    """
    rows = MatchRules.objects.filter(
        walkover_days__isnull=False, stage__event__state=EventState.RUNNING
    )
    open_rounds = Round.objects.filter(state=RoundState.OPEN, stage__match_rules__in=rows)
    rounds = open_rounds.select_related("stage__event__club", "stage__match_rules").order_by("pk")
    return sum(_find_in(round, at=at) for round in rounds)


def _find_in(round: Round, *, at: datetime) -> int:
    known = set(Walkover.objects.filter(round=round).values_list("number", flat=True))
    rules = rules_of(round.stage)
    due = [
        match
        for match in matches_of(round)
        if match.number not in known and _is_due(match, rules, at=at)
    ]
    return sum(_note(match, at=at) for match in due)


def _is_due(match: Match, rules: MatchRules, *, at: datetime) -> bool:
    until = walkover_at(rules, last_moment(match, date_of(match)))
    return until is not None and until <= at and is_untouched(match)


@transaction.atomic
def _note(match: Match, *, at: datetime) -> bool:
    """Write down that the time of a match is up; nothing where it has a result by now."""
    match = match_at(lock_round(match.round), match.number)
    rules = rules_of(match.round.stage)
    if match.round.state != RoundState.OPEN or not _is_due(match, rules, at=at):
        return False
    absent = who_loses(rules.walkover_for, silent_sides(match, rules, at=at))
    values = {"found_at": at, "absent": absent}
    found, is_new = Walkover.objects.get_or_create(
        round=match.round, number=match.number, defaults=values
    )
    if not is_new:
        return False
    if rules.is_automatic and absent is not None:
        _give(match, found, absent, actor=SYSTEM, at=at)
        journal_match("walkover.by_rules", match, actor=SYSTEM, at=at)
    else:
        journal_match("walkover.proposed", match, actor=SYSTEM, at=at)
    return True


def silent_sides(match: Match, rules: MatchRules, *, at: datetime) -> Collection[int]:
    """Return the sides that owe an answer: to proposed dates, or else their line-up."""
    waiting = DateProposal.objects.filter(
        match_date__round=match.round, match_date__number=match.number, state=ProposalState.OPEN
    )
    asked = {1 - side for side in waiting.values_list("by_side", flat=True)}
    if asked:
        return asked
    due = due_of(match, rules) if makes_line_ups(match.round.stage) else None
    if due is None or due > at:
        return ()
    return {0, 1} - set(line_ups_of(match))


@transaction.atomic
def decide_walkover(
    *, walkover: Walkover, absent: Collection[int] | None, actor: Actor, at: datetime
) -> Walkover:
    """Say as the organiser which sides (0, 1 or both) lose; None: no walkover is given.

    The same again changes nothing. Raises OutOfDate where a result came, or it was decided
    otherwise; and what `forfeit` raises.
    """
    match = match_at(lock_round(walkover.round), walkover.number)
    walkover = locked(Walkover.objects.all(), pk=walkover.pk)
    wanted = WalkoverState.DROPPED if absent is None else WalkoverState.MADE
    if walkover.state == wanted:
        return walkover
    if walkover.state != WalkoverState.PROPOSED:
        raise OutOfDate(_("This match has been decided in the meantime. Load the page again."))
    if absent is None:
        _close(walkover, WalkoverState.DROPPED, None, actor=actor, at=at)
        journal_match("walkover.dropped", match, actor=actor, at=at)
        return walkover
    if not is_untouched(match):
        raise OutOfDate(_("A result has come in the meantime: look at the match again."))
    sides = set(absent)
    loses = Forfeit.BOTH if sides == {0, 1} else Forfeit(next(iter(sides), 0))
    _give(match, walkover, loses, actor=actor, at=at)
    journal_match("walkover.decided", match, actor=actor, at=at)
    return walkover


def _give(match: Match, walkover: Walkover, absent: Forfeit, *, actor: Actor, at: datetime) -> None:
    sides = absent_sides(absent)
    reason = _("No result came in time.")
    forfeit(table=match.tables[0], absent=sides, reason=reason, actor=actor, at=at)
    _close(walkover, WalkoverState.MADE, absent, actor=actor, at=at)


def _close(
    walkover: Walkover,
    state: WalkoverState,
    absent: Forfeit | None,
    *,
    actor: Actor,
    at: datetime,
) -> None:
    walkover.state, walkover.decided_at = state, at
    walkover.decided_by_id = actor.user_id
    if absent is not None:
        walkover.absent = absent
    walkover.save(update_fields=["state", "decided_at", "decided_by", "absent"])
