"""The rules of an event: what differs from the preset or the house rules it starts from."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from games import services as games
from league.desk.house_rules.options_form import OptionsForm
from league.desk.watched import WatchedForm
from league.events.models import Event
from league.events.rulesets import table_sizes
from league.events.services import change_event
from league.journal.actor import Actor


class RulesForm(OptionsForm, WatchedForm):
    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(
            *args, variant=event.variant, preset=event.preset, own=event.options, **kwargs
        )
        self.event = event

    def checks(self) -> Iterable[Callable[[], object]]:
        """Ask for every size of table, so that a contradiction at one of them is found."""
        event = self.event
        return [
            partial(games.ruleset, event.variant, event.preset, self.own, players)
            for players in table_sizes(event)
        ]

    def save(self, *, actor: Actor, at: Any) -> Event:
        return change_event(event=self.event, changes={"options": self.own}, actor=actor, at=at)
