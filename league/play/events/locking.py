"""Locks on rows of an event: of two changes at once, the second reads what the first has stored."""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

from league.foundation.records.rules import Gone
from league.play.events.models import Event

Row = TypeVar("Row", bound=Model)


def hold_event(event_id: int) -> None:
    """Keep an event, its stages, entries and rounds as they are until the transaction ends.

    It is the lock that every change of them takes first. Nothing is held where there is none.
    """
    rows = Event.objects.select_for_update(no_key=True, of=("self",)).filter(pk=event_id)
    list(rows.values_list("pk", flat=True))


def as_stored(event: Event) -> Event:
    """Return the event as it is now, with its club and season. Raises Event.DoesNotExist."""
    return Event.objects.select_related("club", "season").get(pk=event.pk)


def locked(rows: "QuerySet[Row, Row]", **which: Any) -> Row:
    """Return the row, locked FOR NO KEY UPDATE: rows that only refer to it can still be written.

    Raises Gone.
    """
    try:
        return rows.select_for_update(no_key=True, of=("self",)).get(**which)
    except ObjectDoesNotExist:
        raise Gone from None
