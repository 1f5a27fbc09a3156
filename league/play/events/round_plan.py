"""What events ask of rounds. Events must not import rounds, which stand above them.

So `league.play.rounds` hands over an object with these methods when it is loaded (`use_rounds`).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from league.foundation.journal.actor import Actor
from league.play.events.models import Entry, Event, Stage
from league.play.events.setup_problems import Problem


class RoundPlan(Protocol):
    """Questions about rounds, and what they do when entries or stages of an event change.

    All of it runs in the transaction of the change.
    """

    def setup_problems(self, event: Event) -> Iterable[Problem]:
        """Say why the event's stages could not be drawn, whoever enters."""

    def stage_problems(self, stage: Stage) -> Iterable[Problem]:
        """Say why this stage could not be drawn, whoever enters."""

    def has_begun(self, stage: Stage) -> bool:
        """Say whether a round of the stage was opened, or something was entered in one."""

    def undo_unseen_draw(self, stage: Stage, *, actor: Actor, at: datetime) -> None:
        """Delete the rounds of a stage that has not begun, because its format or options change.

        The stage has the new format and options, which are not stored yet. The groups of its
        entries are deleted too where the new ones are made in another way.
        """

    def ranks_by_bracket(self, stage: Stage) -> bool:
        """Say whether the stage is a bracket (knock-out), in which points decide no place."""

    def start_problems(self, stage: Stage, entries: Sequence[Entry]) -> Iterable[Problem]:
        """Say why the stage cannot be drawn for these entries."""

    def next_round(self, stage: Stage) -> int:
        """Return the first round that whoever enters now can play in."""

    def rounds_being_played(self, event: Event) -> Sequence[int]:
        """Return the numbers of the open rounds in which a table has no confirmed result."""

    def close_played(self, event: Event, *, actor: Actor, at: datetime) -> None:
        """Close the open rounds of an event that ends."""

    def reopen_closed(
        self, event: Event, *, ended_at: datetime, actor: Actor, at: datetime
    ) -> None:
        """Open the rounds again that were closed as the event ended."""

    def unsettled(self, event: Event) -> Iterable[Problem]:
        """Say what is not drawn, not opened or not confirmed yet."""

    def never_opened(self, event: Event) -> Iterable[Problem]:
        """Yield a problem where none of the event's rounds was ever opened."""

    def entry_left(self, entry: Entry, *, actor: Actor, at: datetime) -> None:
        """Take an entry that withdrew out of every round not yet played."""

    def entry_came_back(self, entry: Entry, *, actor: Actor, at: datetime) -> None:
        """Give an entry its places back in rounds not yet played, as far as they are free."""


class _Plan:
    rounds: RoundPlan | None = None


def use_rounds(rounds: RoundPlan) -> None:
    """Set the object that answers for rounds. Called once, when league.play.rounds is loaded."""
    _Plan.rounds = rounds


def rounds() -> RoundPlan:
    if _Plan.rounds is None:
        raise RuntimeError("league.play.rounds is not among the installed apps")
    return _Plan.rounds
