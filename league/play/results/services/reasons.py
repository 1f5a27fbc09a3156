"""What every decision of a director needs: a reason in words, and a person with an account."""

from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.refusal import NotAllowed, Refused

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
