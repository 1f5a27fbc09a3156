"""Pressing buttons of pages at a moment, as the people of a league do."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import time_machine
from django.forms import BaseForm
from django.test import Client
from django.utils import timezone

from league.clubs.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def press(user: User, url: str, at: datetime, **typed: Any) -> None:
    """Send a form as an account at a moment; what is refused fails with what the page says."""
    with time_machine.travel(at, tick=False):
        client = Client()
        client.force_login(user, BACKEND)
        answer = client.post(url, typed, follow=True)
    assert answer.redirect_chain, _refusals(answer)
    assert answer.status_code == 200, url
    assert not _errors(answer), _errors(answer)


def look(user: User, url: str, at: datetime) -> str:
    """Return a page as an account sees it at a moment."""
    with time_machine.travel(at, tick=False):
        client = Client()
        client.force_login(user, BACKEND)
        return client.get(url).content.decode()


def _refusals(answer: Any) -> set[str]:
    """Return what the forms of a page say against what was typed."""
    values = [value for layer in answer.context or () for value in layer.flatten().values()]
    forms = [value for value in values if isinstance(value, BaseForm)]
    return {form.errors.as_text() for form in forms if form.errors}


def _errors(answer: Any) -> list[str]:
    said = (answer.context or {}).get("messages", ())
    return [str(one) for one in said if one.level_tag == "error"]


def typed_moment(at: datetime, zone: str = "Europe/London") -> str:
    """Return a moment as a field for a day and a time takes it."""
    return timezone.localtime(at, ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
