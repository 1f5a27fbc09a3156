"""Writing what happens in an event into the journal: with its club, its name and its stage."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.play.events.models import Event, Stage


def journal_event(
    kind: str,
    event: Event,
    /,
    *,
    subject: Model | None = None,
    actor: Actor,
    at: datetime,
    **data: Any,
) -> Happening:
    """Write what happened to an event, or to the subject that belongs to it.

    Raises what `journal.services.append` raises.
    """
    return journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=event.club_id,
        event_id=event.pk,
        subject=subject or event,
        data={"event": event.name, **data},
    )


def journal_subjects(
    kind: str,
    event: Event,
    about: Iterable[tuple[Model, Mapping[str, Any]]],
    /,
    *,
    actor: Actor,
    at: datetime,
) -> None:
    """Write what happened to each of the subjects that belong to an event, with its data."""
    journal.append_all(
        kind=kind,
        actor=actor,
        at=at,
        club_id=event.club_id,
        event_id=event.pk,
        about=[(subject, {"event": event.name, **data}) for subject, data in about],
    )


def journal_stage(
    kind: str,
    stage: Stage,
    /,
    *,
    subject: Model | None = None,
    actor: Actor,
    at: datetime,
    **data: Any,
) -> Happening:
    """Like `journal_event`, for a stage that knows its event, or for a subject that is of it."""
    return journal.append(
        kind=kind,
        actor=actor,
        at=at,
        club_id=stage.event.club_id,
        event_id=stage.event_id,
        stage_id=stage.pk,
        subject=subject or stage,
        data={"event": stage.event.name, **data},
    )
