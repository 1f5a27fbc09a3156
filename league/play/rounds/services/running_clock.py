"""The clock of a round: started, paused, resumed, given more or less time, ended.

A repeated request (to pause a paused clock) changes nothing. Every change is journalled, and open
pages learn of it by the journal.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate, Refused
from league.play.rounds.clock import Clock, minutes_and_seconds
from league.play.rounds.models import ClockFact, ClockKind, Round, RoundState
from league.play.rounds.selectors import round_clock
from league.play.rounds.services.round_locks import journal_round, lock_round

MOST_MINUTES = 480

HAPPENINGS = {
    ClockKind.STARTED: "clock.started",
    ClockKind.PAUSED: "clock.paused",
    ClockKind.RESUMED: "clock.resumed",
    ClockKind.EXTENDED: "clock.extended",
    ClockKind.ENDED: "clock.ended",
}


class ClockInWrongState(Refused):
    """The clock of this round cannot do that now."""

    code = "clock_in_wrong_state"


class MinutesMissing(Refused):
    """The length of the round is not known, or not a sensible number of minutes."""

    code = "clock_minutes"


@transaction.atomic
def start_clock(*, round: Round, minutes: int | None = None, actor: Actor, at: datetime) -> Clock:
    """Start the clock of an open round, with the event's minutes unless others are given.

    A clock that runs or is paused stays as it is; one that was ended is started again.
    """
    round = lock_round(round)
    _check_open(round)
    clock = round_clock(round)
    if clock is not None and not clock.is_over:
        return clock
    minutes = round.stage.event.minutes_a_round if minutes is None else minutes
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise MinutesMissing(
            _("Enter how many minutes the round has, from 1 to %(most)d.") % {"most": MOST_MINUTES},
            field="minutes",
        )
    return _write(round, ClockKind.STARTED, minutes=minutes, actor=actor, at=at)


@transaction.atomic
def pause_clock(*, round: Round, actor: Actor, at: datetime) -> Clock:
    """Stop the clock for a while. A paused clock stays paused."""
    round, clock = _going(round)
    if clock.is_paused:
        return clock
    return _write(round, ClockKind.PAUSED, actor=actor, at=at)


@transaction.atomic
def resume_clock(*, round: Round, actor: Actor, at: datetime) -> Clock:
    """Let a paused clock go on. A running clock goes on."""
    round, clock = _going(round)
    if clock.is_running:
        return clock
    return _write(round, ClockKind.RESUMED, actor=actor, at=at)


@transaction.atomic
def extend_clock(
    *, round: Round, minutes: int, expected_facts: int | None = None, actor: Actor, at: datetime
) -> Clock:
    """Give the round more time, or less with a negative number.

    After the time has run down the minutes count from now on. Raises OutOfDate when something
    happened to the clock since the person saw it with `expected_facts`: pressed by two people,
    minutes are given once.
    """
    round, clock = _going(round)
    if expected_facts is not None and clock.facts != expected_facts:
        raise OutOfDate(
            _("Somebody else has changed the clock in the meantime. Please check it again.")
        )
    if minutes == 0 or abs(minutes) > MOST_MINUTES:
        raise MinutesMissing(
            _("Enter by how many minutes, from 1 to %(most)d.") % {"most": MOST_MINUTES},
            field="minutes",
        )
    return _write(round, ClockKind.EXTENDED, minutes=minutes, actor=actor, at=at)


@transaction.atomic
def end_clock(*, round: Round, actor: Actor, at: datetime) -> Clock:
    """Take the clock away from the pages; it can be started again. Ending twice changes nothing."""
    round = lock_round(round)
    clock = round_clock(round)
    if clock is None:
        raise _not_started(round)
    if clock.is_over:
        return clock
    return _write(round, ClockKind.ENDED, actor=actor, at=at)


def _going(round: Round) -> tuple[Round, Clock]:
    """Return the locked round and its clock, which runs or is paused."""
    round = lock_round(round)
    _check_open(round)
    clock = round_clock(round)
    if clock is None:
        raise _not_started(round)
    if clock.is_over:
        raise ClockInWrongState(
            _("The clock of round %(round)d has been ended: start it again.")
            % {"round": round.number}
        )
    return round, clock


def _not_started(round: Round) -> ClockInWrongState:
    return ClockInWrongState(
        _("The clock of round %(round)d has not been started.") % {"round": round.number}
    )


def _check_open(round: Round) -> None:
    """An open round is one of an event that runs: nothing else ends before its rounds do."""
    if round.state != RoundState.OPEN:
        raise ClockInWrongState(
            _("Only an open round has a clock. Round %(round)d is %(state)s.")
            % {"round": round.number, "state": round.get_state_display()}
        )


def _write(
    round: Round, kind: ClockKind, *, minutes: int | None = None, actor: Actor, at: datetime
) -> Clock:
    seconds = None if minutes is None else 60 * minutes
    fact = write_fact(round, kind, seconds=seconds, at=at)
    clock = round_clock(round)
    if clock is None:
        raise AssertionError("a clock that something happened to is there")
    data: dict[str, Any] = {"left": minutes_and_seconds(clock.left(fact.at))}
    if minutes is not None:
        data["minutes"] = minutes
        data["by"] = f"{minutes:+d}"
    journal_round(HAPPENINGS[kind], round, actor=actor, at=at, data=data)
    return clock


# How the facts of a round's clock are stored. `clock.py` knows which may follow which.


def write_fact(
    round: Round, kind: ClockKind, *, seconds: int | None = None, at: datetime
) -> ClockFact:
    """Add to what happened to the clock; the caller holds the round's lock.

    Of two machines one may be a moment behind the other: time does not go back for that.
    """
    last = round.clock_facts.order_by("-number").first()
    if last is not None:
        at = max(at, last.at)
    number = last.number + 1 if last else 1
    return ClockFact.objects.create(round=round, number=number, kind=kind, seconds=seconds, at=at)


def end_with_the_round(round: Round, *, at: datetime) -> None:
    """End the clock of a round that closes, if it has one that goes."""
    clock = round_clock(round)
    if clock is not None and not clock.is_over:
        write_fact(round, ClockKind.ENDED, at=at)
