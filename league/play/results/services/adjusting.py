"""Penalties and awards of an entry, on top of what it played."""

from league.foundation.records.rules import Act
from league.play.results.models import Adjustment
from league.play.results.services.reasons import director_of
from league.play.results.services.table_locks import lock_event_of_stage


def while_running(adjustment: Adjustment, by: Act) -> None:
    """Points are given and taken while the event is running, by people who are signed in.

    Raises NotAllowed, EventNotRunning.
    """
    director_of(by.actor)
    lock_event_of_stage(adjustment.stage)
