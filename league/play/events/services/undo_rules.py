"""Undo of house rules that an event took over once more: it is played by those before again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.refusal import OutOfDate
from league.play.events.locking import locked
from league.play.events.models import Event
from league.play.events.services.setup import CHANGED, RULES, change_event


def rules_change(event: Event, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's change of the event at a moment wrote, if it changed rules alone."""
    made = happenings_about("event", event.pk).filter(
        kind=CHANGED, at=at, actor_user_id=actor.user_id
    )
    return next((one for one in made.reverse() if _is_of_rules(one)), None)


def _is_of_rules(change: Happening) -> bool:
    before, after = change.data.get("before"), change.data.get("after")
    return bool(before) and bool(after) and set(after) <= set(RULES)


@transaction.atomic
def undo_rules(*, event: Event, change: int, actor: Actor, at: datetime) -> Event:
    """Give an event the rules before a change, a happening by its number; twice it is done once.

    Raises OutOfDate where the rules were changed since, and what `change_event` raises: once the
    event is played its rules stand.
    """
    event = locked(Event.objects.select_related("season", "house_rules"), pk=event.pk)
    made = happenings_about("event", event.pk).filter(pk=change, kind=CHANGED).first()
    if made is None or not _is_of_rules(made):
        raise _changed_since()
    before, after = made.data["before"], made.data["after"]
    now = {name: getattr(event, name) for name in after}
    if now == before:
        return event
    if now != after:
        raise _changed_since()
    changes = {**before, "house_rules": event.house_rules}
    return change_event(event=event, changes=changes, actor=actor, at=at)


def _changed_since() -> OutOfDate:
    return OutOfDate(
        _("This can no longer be undone: somebody has changed the event’s rules since then.")
    )
