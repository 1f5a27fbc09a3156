"""Undo: a message after an action has a button that takes it back, instead of asking before.

The way back is a form of the desk like any other, with its own permission and its own refusals:
undoing too late is refused with a reason.
"""

import json
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

GOOD_FOR_S = 3600


def say_done(
    request: HttpRequest, sentence: str, *, undo: str, at: list[Any], fields: dict[str, Any]
) -> None:
    """Add a message with an undo button, which posts to the address named `undo` with `at`."""
    way_back = {"url": reverse(undo, args=at), "fields": {k: str(v) for k, v in fields.items()}}
    messages.success(request, sentence, extra_tags=json.dumps(way_back))


def sealed(about: str, facts: dict[str, Any]) -> str:
    """Return facts that only the site can have written, for a way back that needs them."""
    return signing.dumps(facts, salt=f"undo {about}")


def unsealed(about: str, seal: str) -> dict[str, Any] | None:
    """Return the facts of a seal, for an hour; None for another's, an old or a broken one."""
    try:
        facts = signing.loads(seal, salt=f"undo {about}", max_age=GOOD_FOR_S)
    except signing.BadSignature:
        return None
    return facts if isinstance(facts, dict) else None
