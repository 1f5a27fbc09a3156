"""Buttons beside an entry in the list: accept, withdraw, reinstate, remove, and undo these."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.wording import join_sentences
from league.faces.desk.access import actor_of, event_page
from league.faces.desk.events.entry_pages import entry_of
from league.faces.desk.undo import flash_done
from league.foundation.refusal import Refused
from league.play.events import services as events
from league.play.events.models import Entry, EntryState, Event
from league.play.events.names import name_of
from league.play.events.selectors import moves_up, removal_of
from league.play.rounds.moves_in_words import moves_in_words

Act = Callable[..., Any]
ACTIONS: dict[str, tuple[Act, Any]] = {
    "accept": (events.accept_entry, gettext_lazy("%(entry)s accepted.")),
    "withdraw": (events.withdraw_entry, gettext_lazy("%(entry)s withdrawn.")),
    "reinstate": (events.reinstate_entry, gettext_lazy("%(entry)s reinstated.")),
    "remove": (events.remove_entry, gettext_lazy("%(entry)s removed.")),
}
MOVING = ("withdraw", "reinstate")


@require_POST
@event_page("events.change_entries")
def entry_act(request: HttpRequest, event: Event, entry: int, action: str) -> HttpResponse:
    """Accept, withdraw, reinstate or remove an entry."""
    if action not in ACTIONS:
        raise Http404
    found = entry_of(event, entry)
    name = name_of(found)
    act, done = ACTIONS[action]
    way_back = _way_back(found, action)
    try:
        act(entry=found, actor=actor_of(request), at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        moves = moves_in_words(event, found) if action in MOVING else []
        sentence = join_sentences([done % {"entry": name}, *moves])
        _say_done(request, found, action, sentence, way_back)
    return redirect("desk:entries", event.club.slug, event.slug)


def _way_back(entry: Entry, action: str) -> str:
    """Return the action that undoes this one exactly, or "", as when another entry moves up."""
    if action == "reinstate":
        return "withdraw"
    if action == "accept" or (entry.state == EntryState.ACCEPTED and moves_up(entry.event)):
        return ""
    if action == "remove":
        return "restore"
    return "reinstate" if entry.state == EntryState.ACCEPTED else ""


def _say_done(
    request: HttpRequest, entry: Entry, action: str, sentence: str, way_back: str
) -> None:
    event = entry.event
    at = [event.club.slug, event.slug, entry.pk]
    if way_back == "restore":
        if removal_of(event, entry.pk) is None:
            messages.success(request, sentence)
        else:
            flash_done(request, sentence, undo="desk:entry_restore", at=at, fields={})
    elif way_back:
        flash_done(request, sentence, undo="desk:entry_act", at=[*at, way_back], fields={})
    else:
        messages.success(request, sentence)


@require_POST
@event_page("events.change_entries")
def entry_restore(request: HttpRequest, event: Event, entry: int) -> HttpResponse:
    """Put an entry back that was removed, as it was; 404 where the event never had it."""
    if not event.entries.filter(pk=entry).exists() and removal_of(event, entry) is None:
        raise Http404
    try:
        restored = events.restore_entry(
            event=event, entry_id=entry, actor=actor_of(request), at=timezone.now()
        )
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(entry)s reinstated.") % {"entry": name_of(restored)})
    return redirect("desk:entries", event.club.slug, event.slug)
