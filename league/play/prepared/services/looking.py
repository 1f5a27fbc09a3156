"""Cards shown to a director before everybody has played them, with the reason in the journal."""

from django.db import transaction
from django.utils.translation import ngettext

from league.clubs.models import User
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.prepared.models import PreparedLook, PreparedSet
from league.play.prepared.selectors import open_deals, was_shown
from league.play.rounds.selectors import numbers_in_words


class ReasonMissing(Refused):
    """Cards that are still hidden may be looked at with a reason only."""

    code = "reason_missing"


@transaction.atomic
def look(
    *,
    prepared: PreparedSet,
    user: User,
    first: int,
    last: int,
    reason: str,
    by: Act,
) -> None:
    """Let a person see the deals from `first` to `last`, and write down that they did and why.

    Deals that are open to everybody need no reason and are not noted; what the same person was
    shown before is not noted again. Raises ReasonMissing, and ValueError for numbers that are no
    range from 1 up.
    """
    if not 1 <= first <= last:
        raise ValueError("deals are looked at from the lower number to the higher")
    numbers = list(range(first, last + 1))
    hidden = sorted(set(numbers) - open_deals(prepared.stage, numbers))
    if not hidden or was_shown(prepared, user, first, last):
        return
    reason = reason.strip()[:200]
    if not reason:
        raise ReasonMissing(
            ngettext(
                "Deal %(numbers)s has still to be played: say why you look at it. "
                "Your name and the reason go into the journal of the event.",
                "Deals %(numbers)s have still to be played: say why you look at them. "
                "Your name and the reason go into the journal of the event.",
                len(hidden),
            )
            % {"numbers": numbers_in_words(hidden)},
            field="reason",
        )
    PreparedLook.objects.create(
        prepared=prepared, user=user, first=first, last=last, reason=reason, looked_at=by.at
    )
    journal_stage(
        "deals.looked_at",
        prepared.stage,
        subject=prepared,
        by=by,
        numbers=numbers_in_words(hidden),
        reason=reason,
    )
