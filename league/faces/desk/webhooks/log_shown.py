"""The log of a webhook in words: what was sent, when, and what came back."""

from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.foundation.outbox.models import MessageState, OutboxMessage
from league.foundation.shown_numbers import figure
from league.office.webhooks.exchange import (
    NO_ANSWER,
    NO_CONNECTION,
    NO_TRUST,
    NOT_ALLOWED,
    TOO_SLOW,
    UNKNOWN_NAME,
)
from league.office.webhooks.models import Attempt, Webhook

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
