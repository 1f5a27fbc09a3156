"""A row of the drill's table: a fault, and what came of the site and of those who used it."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import DatabaseError, connection

from deploy.workshop.drill.onlookers import Onlookers
from deploy.workshop.drill.pairs_evening import Evening
from deploy.workshop.drill.report import Report, make_report
from deploy.workshop.drill.submitters import Played, Submitters

WARM_S = 60.0
SETTLED_S = 60.0


@dataclass(frozen=True, slots=True)
class FaultRow:
    """`whole_after_s`: from the fault until everybody saw what was submitted from then on until
    a few seconds after its end, which came after `lasted_s`; None: that never came to be.

    `moved_after_s`: from the fault until the standings first showed what was acknowledged after it;
    `longest_wait_s`: how long any of those concerned waited for the standings to show it.
    """

    fault: str
    report: Report
    lasted_s: float
    whole_after_s: float | None
    moved_after_s: float | None
    longest_wait_s: float | None
    trouble: Mapping[str, int]
    statuses: Mapping[str, int]
    past_proxy: Mapping[str, int]
    longest_gap_s: float
    stream_starts: int
    stream_gap_s: float

    @property
    def is_clean(self) -> bool:
        return self.report.is_clean and self.whole_after_s is not None

    @property
    def is_unnoticed(self) -> bool:
        """Say whether everybody had the answer that is wanted, at once."""
        return not self.trouble and {*self.statuses, *self.past_proxy} <= {"200"}


@dataclass(frozen=True, slots=True)
class Load:
    """How hard the site is used: `people` who begin a table `every_s` seconds each.

    What is submitted until `quiet_s` seconds after a fault is waited for, `patience_s` at most.
    """

    people: int = 3
    every_s: float = 2.0
    quiet_s: float = 5.0
    patience_s: float = 120.0


def suffer(
    name: str,
    cause: Callable[[], None],
    site: str,
    evenings: Sequence[Evening],
    load: Load,
    *,
    past_proxy: Callable[[Evening], Sequence[str]] = lambda _evening: (),
) -> FaultRow:
    """Let a fault happen under load; `cause` returns when the fault is over."""
    submitters = Submitters(site, evenings, people=load.people, every_s=load.every_s)
    onlookers = Onlookers(site, evenings, submitters, past_proxy(evenings[0]))
    submitters.start()
    onlookers.start()
    try:
        wait_while(lambda: not any(one.shown_at for one in submitters.played), WARM_S)
        began = time.monotonic()
        cause()
        lasted = time.monotonic() - began
        until = began + lasted + load.quiet_s
        time.sleep(load.quiet_s)
        wait_while(lambda: whole_after(submitters.played, began, until) is None, load.patience_s)
    finally:
        submitters.stop()
        wait_while(lambda: any(_is_unseen(one) for one in submitters.played), SETTLED_S)
        onlookers.stop()
    return FaultRow(
        fault=name,
        report=settled(submitters, evenings),
        lasted_s=lasted,
        whole_after_s=whole_after(submitters.played, began, until),
        moved_after_s=moved_after(submitters.played, began),
        longest_wait_s=longest_wait(concerned(submitters.played, began, until)),
        trouble=Counter(submitters.trouble),
        statuses=Counter(onlookers.statuses),
        past_proxy=Counter(onlookers.past_proxy),
        longest_gap_s=onlookers.longest_gap,
        stream_starts=onlookers.stream_starts,
        stream_gap_s=onlookers.stream_gap,
    )


def settled(submitters: Submitters, evenings: Sequence[Evening]) -> Report:
    """Judge as soon as the standings are right, or when they have had their time to be.

    Raises DatabaseError when the database is still away then.
    """
    give_up_at = time.monotonic() + SETTLED_S
    while True:
        is_last = time.monotonic() > give_up_at
        connection.close()  # the fault may have broken it
        try:
            report = make_report(submitters.acknowledged, evenings)
        except DatabaseError:
            if is_last:
                raise
        else:
            if report.is_clean or is_last:
                return report
        time.sleep(0.5)


def concerned(played: Sequence[Played], began: float, until: float) -> list[Played]:
    """Return the tables that were on their way when a fault began, or began after it."""
    return [
        one
        for one in played
        if one.began <= until and (one.shown_at is None or one.shown_at >= began)
    ]


def whole_after(played: Sequence[Played], began: float, until: float) -> float | None:
    """Return after how many seconds the last of those concerned was seen; None: never."""
    seen = [one.shown_at for one in concerned(list(played), began, until)]
    known = [at for at in seen if at is not None]
    return max(known) - began if known and len(known) == len(seen) else None


def moved_after(played: Sequence[Played], began: float) -> float | None:
    """Return after how many seconds something was seen that was acknowledged after a fault."""
    seen = [
        one.shown_at
        for one in list(played)
        if one.shown_at is not None and (one.acknowledged_at or 0.0) >= began
    ]
    return min(seen) - began if seen else None


def longest_wait(played: Sequence[Played]) -> float | None:
    """Return how long that table waited which was seen last after it was acknowledged."""
    waited = [
        one.shown_at - one.acknowledged_at
        for one in played
        if one.shown_at is not None and one.acknowledged_at is not None
    ]
    return max(waited, default=None)


def _is_unseen(one: Played) -> bool:
    return one.acknowledged_at is not None and one.shown_at is None


def wait_while(is_so: Callable[[], bool], seconds: float) -> None:
    give_up_at = time.monotonic() + seconds
    while is_so() and time.monotonic() < give_up_at:
        time.sleep(0.1)
