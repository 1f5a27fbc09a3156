"""Writing what happens to prepared deals into the journal of their event."""

from datetime import datetime
from typing import Any

from league.journal import services as journal
from league.journal.actor import Actor
from league.prepared.models import PreparedSet


def note(kind: str, prepared: PreparedSet, *, actor: Actor, at: datetime, **data: Any) -> None:
    """Write it with the event's name. The set knows its stage and event."""
    event = prepared.stage.event
    journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=event.club_id,
        event_id=event.pk,
        stage_id=prepared.stage_id,
        subject=prepared,
        data={"event": event.name, **data},
    )
