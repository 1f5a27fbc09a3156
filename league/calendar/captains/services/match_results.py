"""Results of matches, walkovers where none came, and the end of a league."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from league.calendar.captains.happenings import format_moment
from league.calendar.captains.line_up_facts import due_of, line_ups_of
from league.calendar.captains.matches import (
    Match,
    date_of,
    home_side,
    is_untouched,
    journal_match,
    last_moment,
    makes_line_ups,
    match_at,
    matches_of,
    rules_of,
    side_at,
    walkover_at,
    who_loses,
)
from league.calendar.captains.models import LineUp, MatchRules, Walkover, WalkoverState
from league.calendar.captains.services.line_ups import seat_due_line_up
from league.calendar.captains.services.postponing import mark_overdue
from league.calendar.match_dates.models import (
    NEVER_DATED,
    DateProposal,
    DateState,
    MatchDate,
    ProposalState,
)
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import NotAllowed, OutOfDate, Refused
from league.play.events import services as events
from league.play.events.journaling import locked
from league.play.events.models import Event, EventState, Stage
from league.play.results import services as results
from league.play.results.models import Dispute, Submission, SubmissionState, TableResult, TableState
from league.play.results.services import forfeit
from league.play.rounds.forfeits import Forfeit, absent_sides
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.services.running_rounds import lock_round

# --- The result of a match: entered by the home captain, confirmed or disputed by the other ---

# what the other side has entered and nobody has confirmed
ANSWERABLE = (SubmissionState.SUBMITTED, SubmissionState.DISPUTED)


class NotHomeSide(NotAllowed):
    """The captain of the home side enters the result."""

    code = "not_the_home_side"


class PlaysLater(Refused):
    """The match is to be played on a later day."""

    code = "plays_later"


def plays_later(match: Match, *, at: datetime) -> bool:
    """Say whether the day of the match, by its club's clock, is still to come."""
    date = date_of(match)
    begins_at = None if date is None else date.begins_at
    return begins_at is not None and match.day_of(at) < match.day_of(begins_at)


def enters_result(match: Match, side: int) -> bool:
    """Say whether the captain of a side enters the result by the rules of the stage."""
    return not rules_of(match.round.stage).home_enters or side == home_side(date_of(match))


@transaction.atomic
def enter_result(
    *,
    match: Match,
    table: Table,
    side: int,
    data: Mapping[str, Any],
    key: UUID,
    even_early: bool = False,
    by: Act,
) -> Submission:
    """Enter the final score of a table of the match for a side; its numbers are by side there.

    Raises NotHomeSide, PlaysLater before the day of the match unless `even_early`, and what
    `results.services.submit` raises.
    """
    if not enters_result(match, side):
        home = match.names[home_side(date_of(match))]
        raise NotHomeSide(
            _("%(home)s enters the result, and you confirm it. Ask their captain to enter it.")
            % {"home": home}
        )
    if plays_later(match, at=by.at) and not even_early:
        raise _plays_later(match)
    return results.submit(table=table, data=data, key=key, by_side=side_at(table, side), by=by)


def _plays_later(match: Match) -> PlaysLater:
    date = date_of(match)
    assert date is not None and date.begins_at is not None  # noqa: S101, PT018
    return PlaysLater(
        _(
            "This match is to be played on %(day)s: if it has been played already, tick that it "
            "has, and enter the result again."
        )
        % {"day": format_moment(date.begins_at, match.zone)},
        field="even_early",
    )


@transaction.atomic
def confirm_result(*, match: Match, side: int, by: Act) -> list[Submission]:
    """Confirm for a side what the other one entered, at every table of the match.

    Confirming twice changes nothing. Raises what `results.services.confirm` raises.
    """
    confirmed: list[Submission] = []
    for table in match.tables:
        own = side_at(table, side)
        confirmed += results.confirm(table=table, side=own, even_disputed=False, by=by)
    return confirmed


@transaction.atomic
def dispute_result(*, match: Match, side: int, reason: str, by: Act) -> list[Dispute]:
    """Say for a side that what the other one entered is wrong, and why: the organiser settles it.

    Disputed twice it is disputed once. Raises OutOfDate where nothing waits for an answer, and what
    `results.services.dispute` raises.
    """
    disputed: list[Dispute] = []
    for table in match.tables:
        own = side_at(table, side)
        entered = table.submissions.filter(state__in=ANSWERABLE).exclude(by_side=own)
        disputed += [
            results.dispute(submission=submission, side=own, reason=reason, by=by)
            for submission in entered.order_by("number", "pk")
        ]
    if not disputed:
        raise OutOfDate(_("No result waits for your answer any more. Look at the match again."))
    return disputed


# --- Walkovers ---
# Matches of which no result came in time: found, given by the rules, or left to the organiser.


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
        _give(match, found, absent, by=Act(SYSTEM, at))
        journal_match("walkover.by_rules", match, by=Act(SYSTEM, at))
    else:
        journal_match("walkover.proposed", match, by=Act(SYSTEM, at))
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
def decide_walkover(*, walkover: Walkover, absent: Collection[int] | None, by: Act) -> Walkover:
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
        _close(walkover, WalkoverState.DROPPED, None, by=by)
        journal_match("walkover.dropped", match, by=by)
        return walkover
    if not is_untouched(match):
        raise OutOfDate(_("A result has come in the meantime: look at the match again."))
    sides = set(absent)
    loses = Forfeit.BOTH if sides == {0, 1} else Forfeit(next(iter(sides), 0))
    _give(match, walkover, loses, by=by)
    journal_match("walkover.decided", match, by=by)
    return walkover


def _give(match: Match, walkover: Walkover, absent: Forfeit, *, by: Act) -> None:
    sides = absent_sides(absent)
    reason = _("No result came in time.")
    forfeit(table=match.tables[0], absent=sides, reason=reason, by=by)
    _close(walkover, WalkoverState.MADE, absent, by=by)


def _close(
    walkover: Walkover,
    state: WalkoverState,
    absent: Forfeit | None,
    *,
    by: Act,
) -> None:
    walkover.state, walkover.decided_at = state, by.at
    walkover.decided_by_id = by.actor.user_id
    if absent is not None:
        walkover.absent = absent
    walkover.save(update_fields=["state", "decided_at", "decided_by", "absent"])


# --- Ending leagues ---
# Leagues that are over: every match has its confirmed result, and nobody has ended the event.

# so long the last result can still be disputed or corrected before a league ends by itself
GRACE = timedelta(days=1)
# of a league that was over before that nobody expects news: the director ends it
NEWS_FOR = timedelta(days=14)
MOST_AT_ONCE = 20


def end_leagues(*, at: datetime) -> list[Event]:
    """Finish the leagues with dated matches of which the last was confirmed a day ago.

    Returns those finished now; twice changes nothing. One of which something is still to be
    settled, as the director would be asked, stays as it is; so does one that a director let go on.
    """
    ended = []
    for event in leagues_over(at).order_by("pk")[:MOST_AT_ONCE]:
        try:
            ended.append(events.finish_event(event=event, by=Act(SYSTEM, at)))
        except Refused:
            continue
    return ended


def leagues_over(at: datetime) -> QuerySet[Event]:
    """Return the running leagues in which all that is drawn was confirmed a day ago."""
    of_event = {"round__stage__event": OuterRef("pk")}
    dated = MatchDate.objects.filter(**of_event).exclude(state=DateState.DRAFT)
    dated = dated.exclude(NEVER_DATED)
    tables = Table.objects.filter(**of_event)
    unplayed = Round.objects.filter(stage__event=OuterRef("pk"), state=RoundState.DRAWN)
    undrawn = Stage.objects.filter(event=OuterRef("pk"), rounds__isnull=True)
    results = TableResult.objects.filter(table__round__stage__event=OuterRef("pk"))
    resumed = Happening.objects.filter(event_id=OuterRef("pk"), kind="event.resumed")
    return Event.objects.filter(
        Exists(dated),
        ~Exists(tables.exclude(result__state=TableState.CONFIRMED)),
        ~Exists(unplayed),
        ~Exists(undrawn),
        Exists(results.filter(changed_at__gt=at - NEWS_FOR)),
        ~Exists(results.filter(changed_at__gt=at - GRACE)),
        ~Exists(resumed),
        state=EventState.RUNNING,
    )


# --- What time alone brings about: line-ups that are due, requests overdue, results missing ---


def sweep_matches(*, at: datetime) -> None:
    """Do what is due at a moment; twice changes nothing."""
    for round_id, number in sorted({*_matches_with_due_line_ups(at), *_matches_to_seat_again()}):
        round = Round.objects.select_related("stage__event__club").get(pk=round_id)
        seat_due_line_up(match=match_at(round, number), by=Act(SYSTEM, at))
    mark_overdue(at=at)
    find_walkovers(at=at)
    end_leagues(at=at)


def _matches_with_due_line_ups(at: datetime) -> list[tuple[int, int]]:
    """Return round and number of matches with line-ups to be seated; two queries."""
    waiting = _not_seated().filter(round__stage__match_rules__lineup_days__isnull=False)
    rows = waiting.values_list(
        "round", "number", "round__deadline", "round__stage__match_rules__lineup_days"
    )
    dates = MatchDate.objects.filter(round__in=waiting.values("round"))
    dates = dates.exclude(state=DateState.DRAFT).exclude(NEVER_DATED)
    played_at = {(row.round_id, row.number): row.begins_at for row in dates}
    due = {
        (round, number)
        for round, number, deadline, days in rows
        if (plays_at := played_at.get((round, number), deadline)) is not None
        and plays_at - timedelta(days=days or 0) <= at
    }
    return sorted(due)


def _matches_to_seat_again() -> list[tuple[int, int]]:
    """Return matches with both line-ups, not seated since their table was changed; one query."""
    rows = _not_seated().values_list("round", "number").annotate(sides=Count("pk"))
    return [(round, number) for round, number, _sides in rows.filter(sides=2)]


def _not_seated() -> "QuerySet[LineUp]":
    rows = LineUp.objects.filter(seated_at__isnull=True, refused="")
    running = rows.filter(round__stage__event__state=EventState.RUNNING)
    return running.exclude(round__state=RoundState.CLOSED)
