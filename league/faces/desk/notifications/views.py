"""What was sent to whom, and why: the club's log of notifications, for its directors."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.models import Club
from league.faces.desk.access import act_of, club_page, event_page
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.notifications.forms import LogForm, MessageForm
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.lists import labelled, listed
from league.foundation.once.middleware import key_of_form
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.foundation.refusal import form_errors
from league.foundation.spreadsheets import Column, Sheet, format_asked, spreadsheet
from league.office.notifications import services
from league.office.notifications.in_the_room import is_of_a_past_evening
from league.office.notifications.models import Notification
from league.office.notifications.selectors import log_of, stopped_in
from league.office.notifications.still_relevant import is_replaced
from league.office.notifications.wording import said
from league.play.events.models import Event

# --- A line of the log in words: who, what, and what became of each way ---

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


ROWS_A_PAGE = 50


@require_safe
@club_page("notifications.view_log")
def notifications(request: HttpRequest, club: Club) -> HttpResponse:
    """The newest first; of one person or one event where that is asked for."""
    form = LogForm(club, request.GET)
    rows = log_of(club, **form.wanted)
    if wanted := format_asked(request):
        return spreadsheet(log_sheet(club, rows), wanted, club.slug, "notifications")
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "page": page,
        "rows": [entry_shown(row) for row in page],
        "stopped": stopped_in(club),
    }
    return render(request, "desk/notifications/log.html", context)


@require_safe
@club_page("notifications.view_log")
def notification(request: HttpRequest, club: Club, notification: int) -> HttpResponse:
    """One of them: what it says by the facts of now, why it was made, and which way it took."""
    found = get_object_or_404(log_of(club), pk=notification)
    with timezone.override(ZoneInfo(club.time_zone)):
        context = {
            "club": club,
            "entry": entry_shown(found),
            "said": said(found),
            "why": why_of(found),
            "why_not": why_not_sent(found, found.deliveries.all()),
        }
        return render(request, "desk/notifications/notification.html", context)


# --- A director writes to the people of an event: written, looked at with its recipients, sent ---


@require_http_methods(["GET", "POST"])
@event_page("notifications.send_message")
def message_new(request: HttpRequest, event: Event) -> HttpResponse:
    """The form; then the same with a preview and the number of people; then it is sent."""
    form = MessageForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid() and "send" in request.POST:
        with form_errors(form):
            return _sent(request, form)
    is_looked_at = form.is_valid() and "change" not in request.POST
    recipients = len(services.recipients_of(form.audience)) if is_looked_at else 0
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "home"),
        "form": form,
        "is_looked_at": is_looked_at,
        "recipients": recipients,
    }
    status = 422 if form.errors else 200
    return render(request, "desk/notifications/message.html", context, status=status)


def _sent(request: HttpRequest, form: MessageForm) -> HttpResponse:
    message = services.send_message(
        audience=form.audience,
        title=form.cleaned_data["title"],
        text=form.cleaned_data["text"],
        key=key_of_form(request) or uuid4(),
        by=act_of(request),
    )
    sentence = ngettext(
        "The message goes to %(count)d person.",
        "The message goes to %(count)d people.",
        message.recipients,
    )
    messages.success(request, sentence % {"count": message.recipients})
    event = message.event
    return redirect("desk:event", event.club.slug, event.slug)
