"""What keeps an event from being opened: each problem with the step of the set-up that mends it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.events.models import EntryKind, Event
from league.events.rulesets import RulesetNotPossible, ruleset_of, table_sizes


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


# What the event itself can say about its set-up: do game, tables and entries suit each other.


def check_ruleset(event: Event) -> Iterator[Problem]:
    """The game must accept its options at every size of table, and the tables suit the entries."""
    for players in table_sizes(event):
        try:
            sides = ruleset_of(event, players).sides
        except RulesetNotPossible as refused:
            step = "rules" if refused.field and refused.field != "players" else "people"
            sentence = _("At a table of %(players)d: %(reason)s.") % {
                "players": players,
                "reason": str(refused).rstrip(".。"),
            }
            yield Problem(code="ruleset", step=step, sentence=sentence)
            return
        yield from _check_sides(event, players, sides)


def _check_sides(event: Event, players: int, sides: int) -> Iterator[Problem]:
    if event.entry_kind == EntryKind.INDIVIDUAL:
        return  # whether they play alone or the draw gives them partners is the format's business
    if players // sides == 1:
        sentence = _(
            "With these rules everybody at a table of %(players)d plays alone, but pairs or teams "
            "compete: choose rules with partners, or let single players compete."
        )
        yield Problem(
            code="nobody_has_a_partner", step="people", sentence=sentence % {"players": players}
        )
    elif event.entry_kind == EntryKind.PAIR and players // sides != 2:
        sentence = _(
            "At a table of %(players)d a side has %(size)d players, so pairs cannot compete: "
            "choose teams."
        )
        yield Problem(
            code="side_larger_than_a_pair",
            step="people",
            sentence=sentence % {"players": players, "size": players // sides},
        )
