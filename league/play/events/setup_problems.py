"""What keeps an event from being opened: each problem names the step of the set-up that solves it.

Apps that stand above events (rounds, standings) add checks of their own with `add_check`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.play.events.models import EntryKind, Event
from league.play.events.rulesets import RulesetNotPossible, ruleset_of, table_sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A reason, in a sentence that says what to do. `code` is stable, for programs.

    `step` is the step of the set-up: game, rules, people, scoring, rounds, or entries.
    """

    code: str
    step: str
    sentence: str | Promise


Check = Callable[[Event], Iterable[Problem]]
CHECKS: list[Check] = []


def add_check(check: Check) -> None:
    """Have `check` called when an event is to be opened. Apps call this once, when they load."""
    if check not in CHECKS:
        CHECKS.append(check)


def setup_problems(event: Event) -> list[Problem]:
    """Return everything that keeps the event from being opened; an empty list when nothing does."""
    return [problem for check in CHECKS for problem in check(event)]


# The check that needs only the event: whether game, sizes of table and kind of entries fit.


def check_ruleset(event: Event) -> Iterator[Problem]:
    """Yield the first size of table that does not suit the game's options or the kind of entry."""
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
        return  # the format decides whether they play alone or the draw gives them partners
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
