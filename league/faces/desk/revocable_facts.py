"""Facts of an event that the desk writes down and can take back: byes, adjustments, play-offs.

Their pages are alike (`templates/desk/facts/`): what is written down, by whom and when, the way to
take it back, and a form for the next one.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from league.play.events.models import Event
from league.play.results.models import Adjustment
from league.play.rounds.models import ByeRequest
from league.tables.standings.models import PlayOff


def facts_page(
    request: HttpRequest, event: Event, template: str, *, is_refused: bool, **context: Any
) -> HttpResponse:
    """Return the page; its context has a `title`, a `lead` and what its own template needs."""
    context |= {"club": event.club, "event": event}
    return render(request, template, context, status=422 if is_refused else 200)


def written(
    fact: Adjustment | PlayOff | ByeRequest, *, take_back: str, over: str = ""
) -> dict[str, Any]:
    """Return who wrote the fact down and when, and the address that takes it back.

    `over` is said instead, where it cannot be taken back any more.
    """
    return {"by": str(fact.made_by or ""), "at": fact.made_at, "take_back": take_back, "over": over}


def revoked_in_words(fact: Adjustment | PlayOff) -> str:
    """Return by whom and when the fact was taken back; empty while it counts."""
    if fact.revoked_at is None:
        return ""
    when = date_format(localtime(fact.revoked_at), "SHORT_DATETIME_FORMAT")
    return _("withdrawn by %(name)s, %(when)s") % {"name": fact.revoked_by, "when": when}
