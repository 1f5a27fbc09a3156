"""What keeps an event from being opened: each problem with the step of the set-up that mends it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from league.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """`step` is one of game, rules, people, scoring, rounds, or entries; `code` is stable."""

    code: str
    step: str
    sentence: str | Promise


Check = Callable[[Event], Iterable[Problem]]
CHECKS: list[Check] = []


def add_check(check: Check) -> None:
    """Have `check` asked at every opening. Called by whoever knows more than events do."""
    if check not in CHECKS:
        CHECKS.append(check)


def setup_problems(event: Event) -> list[Problem]:
    """Return everything that keeps the event from being opened; an empty list when nothing does."""
    return [problem for check in CHECKS for problem in check(event)]
