"""A round locked for a change, and what happened to it written into the journal."""

from datetime import datetime
from typing import Any

from league.events.models import Event
from league.events.noting import note_stage
from league.journal.actor import Actor
from league.rounds.models import Round


def lock_round(round: Round) -> Round:
    """Return the round with its stage and event; round and event are locked."""
    event = Event.objects.select_for_update(no_key=True).get(stages__rounds=round.pk)
    locked = (
        Round.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage")
        .get(pk=round.pk)
    )
    locked.stage.event = event
    return locked


def note(
    kind: str, round: Round, *, actor: Actor, at: datetime, data: dict[str, Any] | None = None
) -> None:
    """Write into the journal what happened to a round."""
    note_stage(
        kind, round.stage, subject=round, actor=actor, at=at, round=round.number, **data or {}
    )
