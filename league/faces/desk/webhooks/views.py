"""A club's webhooks at the desk, for its owners: the list, and one with the log of its messages."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import Club
from league.faces.desk.access import act_of, club_page
from league.faces.desk.records.views import ClubResource
from league.faces.desk.undo import flash_done
from league.faces.desk.webhooks.forms import WebhookForm
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.foundation.outbox.retries import RETRIES
from league.foundation.records.models import Record
from league.foundation.refusal import flash_errors
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import Column
from league.office.webhooks import services
from league.office.webhooks.exchange import (
    NO_ANSWER,
    NO_CONNECTION,
    NO_TRUST,
    NOT_ALLOWED,
    TOO_SLOW,
    UNKNOWN_NAME,
)
from league.office.webhooks.models import Attempt, Webhook
from league.office.webhooks.selectors import messages_of, webhooks_of

# --- The log of a webhook in words: what was sent, when, and what came back ---

FAILURES = {
    UNKNOWN_NAME: gettext_lazy("There is no server of this name: look for a slip in the address."),
    NOT_ALLOWED: gettext_lazy("The name leads into a private network, where nothing is sent."),
    NO_CONNECTION: gettext_lazy("The server took no connection: it may be off."),
    NO_TRUST: gettext_lazy("The certificate of the server is not good, or it speaks no TLS."),
    TOO_SLOW: gettext_lazy("The server did not answer within 15 seconds."),
    NO_ANSWER: gettext_lazy("The server ended the connection without an answer."),
}
WAITING = (gettext_lazy("waiting"), "info")
# its state in words, with a tone
STATES = {
    MessageState.SENT: (gettext_lazy("delivered"), "good"),
    MessageState.GIVEN_UP: (gettext_lazy("given up"), "bad"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageShown:
    """A line of the log; `tries` are pairs of an attempt and what came of it in words."""

    message: OutboxMessage
    state: Any
    tone: str
    tries: list[tuple[Attempt, Any]]


def message_shown(message: OutboxMessage) -> MessageShown:
    tries = [(attempt, _outcome(attempt)) for attempt in message.tries.all()]
    state, tone = STATES.get(MessageState(message.state), WAITING)
    return MessageShown(message=message, state=state, tone=tone, tries=tries)


def _outcome(attempt: Attempt) -> Any:
    if attempt.status is None:
        return FAILURES[attempt.failure]
    return _("The server answered %(status)d.") % {"status": attempt.status}


def state_in_words(webhook: Webhook) -> str:
    """Return whether it is on, since when it fails, and how many of its messages wait."""
    if webhook.off:
        state = _("Off: %(why)s") % {"why": webhook.get_off_display()}
    elif webhook.failing_since:
        since = date_format(localtime(webhook.failing_since), "DATETIME_FORMAT")
        state = _("Failing since %(since)s") % {"since": since}
    else:
        state = _("On")
    count = webhook.waiting  # type: ignore[attr-defined]  # of `webhooks_of`
    waits = ngettext("%(count)s message waits.", "%(count)s messages wait.", count)
    return f"{state}. {waits % {'count': figure(count)}}" if count else state


OWNERS = "webhooks.change_webhooks"
MESSAGES_A_PAGE = 20


def webhook_at(club: Club, pk: int) -> Webhook:
    return get_object_or_404(webhooks_of(club), pk=pk)


class WebhookPages(ClubResource):
    model = Webhook
    form_class = WebhookForm
    fields = ("address", "topics", "event")
    columns = ("address", "topics", "event", Column(gettext_lazy("State"), state_in_words))
    change_template = "desk/webhooks/webhook.html"
    tab = "webhooks"
    lead = gettext_lazy(
        "Have another program told what happens in the club, as soon as it happens. Whoever builds "
        "it finds the details in the documentation of the site."
    )

    removal = gettext_lazy(
        "The webhook goes with its secret and its log. What it was not sent yet is sent to nobody."
    )

    def get_queryset(self) -> "QuerySet[Webhook]":
        return webhooks_of(self.owner)

    def leads_to(self, row: Record) -> str:
        return self._url("change", row)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        if self.object is not None:
            page = Paginator(messages_of(self.object), MESSAGES_A_PAGE).get_page(
                self.request.GET.get("page")
            )
            log = [message_shown(message) for message in page]
            context |= {
                "webhook": self.object,
                "page": page,
                "log": log,
                "most_attempts": RETRIES[Way.WEBHOOK].most_attempts,
            }
        return super().get_context_data(**context)


@never_cache
@require_safe
@club_page(OWNERS)
def secret(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """The secret that messages are signed with; on a page of its own, which nothing keeps."""
    found = webhook_at(club, webhook)
    is_overlap = len(found.secrets_at(timezone.now())) > 1
    context = {"club": club, "webhook": found, "is_overlap": is_overlap}
    return render(request, "desk/webhooks/secret.html", context)


# --- What owners do with one webhook: try it, switch it, give it a new secret ---


@require_POST
@club_page(OWNERS)
def test(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """Send a message that tells of nothing."""
    with flash_errors(request):
        services.send_test(webhook=webhook_at(club, webhook), at=timezone.now())
        messages.success(
            request, _("A test message is on its way. Reload this page to see what came back.")
        )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def again(request: HttpRequest, club: Club, webhook: int, message: int) -> HttpResponse:
    """Send a message once more."""
    found = get_object_or_404(messages_of(webhook_at(club, webhook)), pk=message)
    with flash_errors(request):
        services.send_again(message=found, at=timezone.now())
        messages.success(
            request, _("The message is sent again. Reload this page to see what came back.")
        )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def switch(request: HttpRequest, club: Club, webhook: int, to: str) -> HttpResponse:
    """Switch it "on" or "off"."""
    service = {"on": services.switch_on, "off": services.switch_off}.get(to)
    if service is None:
        raise Http404("a switch is on or off")
    service(webhook=webhook_at(club, webhook), by=act_of(request))
    flash_done(
        request,
        _("The webhook is on: what waited is sent now.")
        if to == "on"
        else _("The webhook is off: nothing is sent, and nothing new is kept for it."),
        undo="desk:webhook_switch",
        at=[club.slug, webhook, "off" if to == "on" else "on"],
        fields={},
    )
    return redirect("desk:webhook", club.slug, webhook)


@require_POST
@club_page(OWNERS)
def new_secret(request: HttpRequest, club: Club, webhook: int) -> HttpResponse:
    """Give it a new secret; the one before is good for a day."""
    found = webhook_at(club, webhook)
    services.rotate_secret(webhook=found, by=act_of(request))
    messages.success(request, _("The webhook has a new secret; the old one is good for a day."))
    return redirect("desk:webhook_secret", club.slug, webhook)
