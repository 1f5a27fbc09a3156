"""Events of one division: an event and the division that plays it are written together.

What an event is otherwise is a matter of `league.play.events.services`, which knows no divisions.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.events.journaling import locked
from league.play.events.models import Event
from league.play.events.services import Copied, EventInvalid
from league.tables.seasons.models import Division, DivisionEvent
from league.tables.seasons.selectors import division_of_event

# sent as the division: it stays as it is
UNCHANGED = -1


@transaction.atomic
def create_event(
    *, division: int | None, is_checked: bool, actor: Actor, at: datetime, **event: Any
) -> Event:
    """Create an event of the division with this number of its season; None: of no division.

    `is_checked` as in `create_checked_event`. Raises what that raises.
    """
    create = events.create_checked_event if is_checked else events.create_event
    created: Event = create(actor=actor, at=at, **event)
    put_into_division(created, division, actor=actor, at=at)
    return created


@transaction.atomic
def change_event(
    *,
    event: Event,
    changes: Mapping[str, Any],
    division: int | None,
    is_checked: bool,
    actor: Actor,
    at: datetime,
) -> Event:
    """Change an event and its division; UNCHANGED leaves the division.

    An event that goes to another season is of none of its divisions at first. Raises what
    `change_checked_event` raises.
    """
    change = events.change_checked_event if is_checked else events.change_event
    changed: Event = change(event=event, changes=changes, actor=actor, at=at)
    if division != UNCHANGED:
        put_into_division(changed, division, actor=actor, at=at)
    return changed


@transaction.atomic
def copy_event(*, event: Event, actor: Actor, at: datetime, **copy: Any) -> Copied:
    """Make the next event; in the same season it is of the same division."""
    copied = events.copy_event(event=event, actor=actor, at=at, **copy)
    division = division_of_event(event)
    if division is not None and copied.event.season_id == event.season_id:
        put_into_division(copied.event, division.number, actor=actor, at=at)
    return copied


@transaction.atomic
def put_into_division(event: Event, number: int | None, *, actor: Actor, at: datetime) -> None:
    """Say which division of its season plays an event; the same again changes nothing.

    Raises EventInvalid for a division that its season has not.
    """
    event = locked(Event.objects.select_related("season"), pk=event.pk)
    before = division_of_event(event)
    if (before.number if before else None) == number:
        return
    division = None if number is None else _division(event, number)
    DivisionEvent.objects.filter(event=event).delete()
    if division is not None:
        DivisionEvent.objects.create(event=event, division=division)
    journal.append(
        kind="event.divided" if division else "event.undivided",
        actor=actor,
        at=at,
        club_id=event.club_id,
        event_id=event.pk,
        subject=event,
        data={
            "event": event.name,
            "division": (division or before).name,  # type: ignore[union-attr]
        },
    )


def _division(event: Event, number: int) -> Division:
    """Return a division of the event's season, held. Raises EventInvalid."""
    if event.season is None:
        raise EventInvalid(
            _("Choose the season of the event first: a division belongs to a season."),
            field="division",
        )
    found = Division.objects.select_for_update(no_key=True).filter(
        season=event.season, number=number
    )
    if (division := found.first()) is None:
        raise EventInvalid(
            _("There is no division %(number)d; the season has %(count)d.")
            % {"number": number, "count": event.season.divisions.count()},
            field="division",
        )
    return division
