"""Everything that changes webhooks, their messages and the changes that are polled."""

from league.webhooks.services.numbering import number_changes
from league.webhooks.services.registering import (
    MOST_WEBHOOKS,
    WebhookInvalid,
    WebhookIsOff,
    add_webhook,
    change_webhook,
    remove_webhook,
    rotate_secret,
    send_again,
    send_test,
    set_webhook,
    switch_off,
    switch_on,
)
from league.webhooks.services.telling import tell

__all__ = [
    "MOST_WEBHOOKS",
    "WebhookInvalid",
    "WebhookIsOff",
    "add_webhook",
    "change_webhook",
    "number_changes",
    "remove_webhook",
    "rotate_secret",
    "send_again",
    "send_test",
    "set_webhook",
    "switch_off",
    "switch_on",
    "tell",
]
