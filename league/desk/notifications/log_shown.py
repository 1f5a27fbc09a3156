"""A line of the log in words: who, what, and what became of each way."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.journal.models import Happening
from league.journal.selectors import sentence_of
from league.notifications.models import Delivery, DeliveryState, Notification

TONES = {
    DeliveryState.WAITING: "info",
    DeliveryState.CLAIMED: "info",
    DeliveryState.SENT: "good",
    DeliveryState.NOT_NEEDED: "info",
    DeliveryState.STOPPED: "bad",
    DeliveryState.GIVEN_UP: "bad",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShown:
    """`ways` are pairs of a delivery and the tone of its state."""

    told: Notification
    ways: list[tuple[Delivery, str]]


def entry_shown(told: Notification) -> EntryShown:
    ways = [(one, TONES[DeliveryState(one.state)]) for one in told.deliveries.all()]
    return EntryShown(told=told, ways=ways)


def why_of(told: Notification) -> str:
    """Return the sentence of the happening; reminders come of the clock."""
    if told.happening_id is None:
        return _("The clock: the deadline of the round came near, or passed.")
    happening = Happening.objects.filter(pk=told.happening_id).first()
    if happening is None:
        return _("What happened then stands in the archive of the log.")
    return sentence_of(happening)
