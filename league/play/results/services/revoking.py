"""Facts that a director writes down and may revoke: sent twice they are one, and revoked once."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.play.events.locking import locked
from league.play.events.models import Stage
from league.play.results.revocable import Revocable
from league.play.results.services.reasons import director_of
from league.play.results.services.table_locks import lock_event_of_stage

Fact = TypeVar("Fact", bound=Revocable)


def sent_before(kind: type[Fact], *, key: UUID, stage: Stage, elsewhere: str) -> Fact | None:
    """Return the fact that came with this key before; sent at once, one waits for the other.

    Raises OutOfDate, with the sentence `elsewhere`, where it is a fact of another stage.
    """
    locked(Stage.objects.all(), pk=stage.pk)
    made: Fact | None = kind._default_manager.filter(key=key).first()
    if made is not None and made.stage != stage:
        raise OutOfDate(elsewhere)
    return made


def revoke(fact: Fact, note: Callable[[Fact], None], *, actor: Actor, at: datetime) -> Fact:
    """Revoke the fact and `note` it, within the caller's transaction; twice changes nothing.

    Raises NotAllowed, EventNotRunning.
    """
    director = director_of(actor)
    lock_event_of_stage(fact.stage)
    fact = type(fact)._default_manager.select_for_update().get(pk=fact.pk)
    if fact.revoked_at is None:
        fact.revoked_at, fact.revoked_by_id = at, director
        fact.save(update_fields=["revoked_at", "revoked_by"])
        note(fact)
    return fact
