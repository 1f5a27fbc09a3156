"""Everything that changes webhooks, their messages and the changes that are polled."""

from league.office.webhooks.services.dispatching import dispatch
from league.office.webhooks.services.numbering import number_changes
from league.office.webhooks.services.registering import (
    WebhookIsOff,
    rotate_secret,
    save_webhook,
    send_again,
    send_test,
    switch_off,
    switch_on,
)

__all__ = [
    "WebhookIsOff",
    "dispatch",
    "number_changes",
    "rotate_secret",
    "save_webhook",
    "send_again",
    "send_test",
    "switch_off",
    "switch_on",
]
