"""A round's clock, worked out from what happened to it and from the present time.

Nothing ticks: only facts are stored (started, paused, resumed, extended, ended), each with its
time. Pure functions.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

STARTED, PAUSED, RESUMED, EXTENDED, ENDED = "started", "paused", "resumed", "extended", "ended"
RUNNING = "running"
NOTHING = timedelta(0)


class Fact(Protocol):
    """Something that happened to a clock. `seconds` is the time it was set to, or extended by."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def seconds(self) -> int | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock after the last fact: at the time `since` it had `had` left."""

    state: str
    had: timedelta
    since: datetime
    facts: int

    @property
    def is_running(self) -> bool:
        return self.state == RUNNING

    @property
    def is_paused(self) -> bool:
        return self.state == PAUSED

    @property
    def is_over(self) -> bool:
        """Whether the clock was ended; one that has run down is not over before that."""
        return self.state == ENDED

    @property
    def ends_at(self) -> datetime | None:
        """Return when a running clock runs, or ran, down."""
        return self.since + self.had if self.is_running else None

    @property
    def had_shown(self) -> str:
        """Return the time that a paused clock has left, as clocks show it."""
        return minutes_and_seconds(self.had)

    @property
    def had_ms(self) -> int:
        return self.had // timedelta(milliseconds=1)

    @property
    def ends_ms(self) -> int | None:
        """Return `ends_at` as scripts count: milliseconds since 1970."""
        return None if self.ends_at is None else round(1000 * self.ends_at.timestamp())

    def left(self, at: datetime) -> timedelta:
        """Return the time that is left at a moment, at least 0."""
        if not self.is_running:
            return self.had
        return max(NOTHING, self.had - max(NOTHING, at - self.since))


def clock_of(facts: Iterable[Fact]) -> Clock | None:
    """Return the clock after these facts, in their order; None while it was never started."""
    clock: Clock | None = None
    for fact in facts:
        clock = _after(clock, fact)
    return clock


def _after(clock: Clock | None, fact: Fact) -> Clock | None:
    length = timedelta(seconds=fact.seconds or 0)
    if fact.kind == STARTED:
        facts = clock.facts + 1 if clock else 1
        return Clock(state=RUNNING, had=length, since=fact.at, facts=facts)
    if clock is None:
        return None
    now = replace(clock, had=clock.left(fact.at), since=fact.at, facts=clock.facts + 1)
    match fact.kind:
        case "paused":
            return replace(now, state=PAUSED)
        case "resumed":
            return replace(now, state=RUNNING)
        case "extended":
            # minutes given after it has run down count from now on
            return replace(now, had=max(NOTHING, now.had + length))
        case _ended:
            return replace(now, state=ENDED)


def minutes_and_seconds(left: timedelta) -> str:
    """Return a time as clocks show it: 42:07, or 1:05:00. A second that has begun counts."""
    seconds = -(-left // timedelta(seconds=1))
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
