"""The way back that a message knows, for the toast that shows it."""

import json
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message

register = template.Library()


@register.filter
def way_back(message: Message) -> dict[str, Any] | None:
    """Return the address and the fields that take back what the message says, if it knows them."""
    tags = message.extra_tags or ""
    return json.loads(tags) if tags.startswith("{") else None
