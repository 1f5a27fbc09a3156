"""Facts that a director writes down and may revoke: sent twice they are one, and revoked once."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import NotAllowed, OutOfDate, Refused
from league.play.events.journaling import locked
from league.play.events.models import Stage
from league.play.results.models import Adjustment
from league.play.results.revocable import Revocable
from league.play.results.services.table_locks import lock_event_of_stage

# --- What every decision of a director needs: a reason in words, and a person with an account ---

LONGEST = 300


class ReasonMissing(Refused):
    code = "reason_missing"


def checked_reason(reason: str) -> str:
    """Return the reason, or raise ReasonMissing where it is empty or too long."""
    words = reason.replace("\x00", "").strip()
    if not words:
        raise ReasonMissing(
            _("Please say why, so that everybody can understand it later."), field="reason"
        )
    if len(words) > LONGEST:
        raise ReasonMissing(
            _("The reason has %(length)d characters; the maximum is %(most)d. Please shorten it.")
            % {"length": len(words), "most": LONGEST},
            field="reason",
        )
    return words


def director_of(actor: Actor) -> int:
    """Return the id of the director's account. Raises NotAllowed for an actor without one."""
    if actor.user_id is None:
        raise NotAllowed(_("Only a person who is signed in can decide this."))
    return actor.user_id


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


def revoke(fact: Fact, note: Callable[[Fact], None], *, by: Act) -> Fact:
    """Revoke the fact and `note` it, within the caller's transaction; twice changes nothing.

    Raises NotAllowed, EventNotRunning.
    """
    director = director_of(by.actor)
    lock_event_of_stage(fact.stage)
    fact = type(fact)._default_manager.select_for_update().get(pk=fact.pk)
    if fact.revoked_at is None:
        fact.revoked_at, fact.revoked_by_id = by.at, director
        fact.save(update_fields=["revoked_at", "revoked_by"])
        note(fact)
    return fact


# --- Penalties and awards of an entry, on top of what it played ---


def while_running(adjustment: Adjustment, by: Act) -> None:
    """Points are given and taken while the event is running, by people who are signed in.

    Raises NotAllowed, EventNotRunning.
    """
    director_of(by.actor)
    lock_event_of_stage(adjustment.stage)
