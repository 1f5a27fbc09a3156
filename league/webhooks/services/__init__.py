"""Everything that changes webhooks, their messages and the changes that are polled."""

from league.webhooks.services.delivering import DELIVER, sweep, take_turn
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
    "DELIVER",
    "MOST_WEBHOOKS",
    "WebhookInvalid",
    "WebhookIsOff",
    "add_webhook",
    "change_webhook",
    "remove_webhook",
    "rotate_secret",
    "send_again",
    "send_test",
    "set_webhook",
    "sweep",
    "switch_off",
    "switch_on",
    "take_turn",
    "tell",
]
