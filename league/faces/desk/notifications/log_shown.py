"""A line of the log in words: who, what, and what became of each way."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.lists import labelled, listed
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.foundation.spreadsheets.rows_and_columns import Column, Sheet
from league.office.notifications.in_the_room import is_of_a_past_evening
from league.office.notifications.models import Notification
from league.office.notifications.still_relevant import is_replaced

A_BATCH = 1_000

TONES = {
    MessageState.WAITING: "info",
    MessageState.CLAIMED: "info",
    MessageState.SENT: "good",
    MessageState.NOT_NEEDED: "info",
    MessageState.STOPPED: "bad",
    MessageState.GIVEN_UP: "bad",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShown:
    """`ways` are pairs of a delivery and the tone of its state."""

    notification: Notification
    ways: list[tuple[OutboxMessage, str]]


def entry_shown(notification: Notification) -> EntryShown:
    ways = [(way, TONES[MessageState(way.state)]) for way in ways_of(notification)]
    return EntryShown(notification=notification, ways=ways)


def ways_of(notification: Notification) -> list[OutboxMessage]:
    """Return the ways it takes; one that waits to be sent is not needed once all is confirmed."""
    deliveries = list(notification.deliveries.all())
    for delivery in deliveries:
        if notification.is_settled and delivery.state == MessageState.WAITING:  # type: ignore[attr-defined]
            delivery.state = MessageState.NOT_NEEDED
    return deliveries


WAYS = (
    Column(gettext_lazy("Date"), lambda notification: notification.made_at),
    Column(gettext_lazy("Name"), lambda notification: notification.name),
    Column(gettext_lazy("What"), lambda notification: notification.get_what_display()),
    Column(
        gettext_lazy("Event"),
        lambda notification: notification.event.name if notification.event else "",
    ),
    Column(gettext_lazy("Ways"), lambda notification: _ways_in_words(notification)),
)


def log_sheet(club: Club, rows: "QuerySet[Notification]") -> Sheet:
    """Return the log as a spreadsheet: a line for each notification."""
    title = " · ".join((club.name, _("What was sent")))
    return Sheet(title=title, columns=WAYS, rows=rows.iterator(chunk_size=A_BATCH))


def _ways_in_words(notification: Notification) -> str:
    return listed(
        labelled(way.get_way_display(), way.get_state_display()) for way in ways_of(notification)
    )


def why_not_sent(notification: Notification, deliveries: Iterable[OutboxMessage]) -> str:
    """Return why one of its ways was not taken, by the facts of now; "" where each was."""
    ended = [
        delivery.ended_at for delivery in deliveries if delivery.state == MessageState.NOT_NEEDED
    ]
    if not ended:
        return ""
    if any(at and is_of_a_past_evening(notification, at) for at in ended):
        return _("Not told, because the evening was over before this could be sent.")
    if is_replaced(notification):
        return _("Not told, because something newer of the same matter was told.")
    return _(
        "Not told, because it was over or had changed before it could be sent, or was no longer "
        "wanted."
    )


def why_of(notification: Notification) -> str:
    """Return the sentence of the happening; reminders come of the clock."""
    if notification.happening_id is None:
        return _("The clock: the deadline of the round came near, or passed.")
    happening = Happening.objects.filter(pk=notification.happening_id).first()
    if happening is None:
        return _("What happened then stands in the archive of the log.")
    return sentence_of(happening)
