"""The facts of a round's clock as they are written. Which may be when is for `clock.py`."""

from datetime import datetime

from league.rounds.models import ClockFact, ClockKind, Round
from league.rounds.selectors import round_clock


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
