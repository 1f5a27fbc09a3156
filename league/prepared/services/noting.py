"""Writing what happens to prepared deals into the journal of their event."""

from datetime import datetime
from typing import Any

from league.events.noting import note_stage
from league.journal.actor import Actor
from league.prepared.models import PreparedSet


def note(kind: str, prepared: PreparedSet, *, actor: Actor, at: datetime, **data: Any) -> None:
    """Write it with the event's name. The set knows its stage and event."""
    note_stage(kind, prepared.stage, subject=prepared, actor=actor, at=at, **data)
