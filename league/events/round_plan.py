"""All that events know of rounds: rounds stand above events, and fill this in when they load."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from league.events.models import Entry, Event, Stage
from league.events.setup_problems import Problem
from league.journal.actor import Actor


class RoundPlan(Protocol):
    """What the rounds answer, and do, when the field of an event changes.

    All of it runs in the transaction of the change.
    """

    def setup_problems(self, event: Event) -> Iterable[Problem]:
        """Say why the event's stages could not be drawn, whoever enters."""

    def stage_problems(self, stage: Stage) -> Iterable[Problem]:
        """Say why this stage could not be drawn, whoever enters."""

    def has_begun(self, stage: Stage) -> bool:
        """Say whether anybody has seen a round of the stage, or something of it was entered."""

    def undo_unseen_draw(self, stage: Stage, *, actor: Actor, at: datetime) -> None:
        """Throw away what is drawn of a stage that has not begun and is to be drawn otherwise.

        The stage has its new format and options, which are not stored yet. Groups that were put
        together go too where it has others now.
        """

    def ranks_by_bracket(self, stage: Stage) -> bool:
        """Say whether it is a knock-out, in which points decide no place."""

    def start_problems(self, stage: Stage, entries: Sequence[Entry]) -> Iterable[Problem]:
        """Say why the stage cannot be drawn for these entries."""

    def next_round(self, stage: Stage) -> int:
        """Return the first round that whoever enters now can play in."""

    def open_rounds(self, event: Event) -> Sequence[int]:
        """Return the numbers of the rounds being played."""

    def unsettled(self, event: Event) -> Iterable[Problem]:
        """Say what is not drawn, not opened or not confirmed yet."""

    def never_opened(self, event: Event) -> Iterable[Problem]:
        """Say so where none of the event's rounds was ever opened."""

    def left(self, entry: Entry, *, actor: Actor, at: datetime) -> None:
        """Take an entry that withdrew out of every round not yet played."""

    def came_back(self, entry: Entry, *, actor: Actor, at: datetime) -> None:
        """Give an entry its places back in rounds not yet played, as far as they are free."""


class _Plan:
    rounds: RoundPlan | None = None


def use_rounds(rounds: RoundPlan) -> None:
    """Called once, when the rounds are loaded."""
    _Plan.rounds = rounds


def rounds() -> RoundPlan:
    if _Plan.rounds is None:
        raise RuntimeError("league.rounds is not among the installed apps")
    return _Plan.rounds
