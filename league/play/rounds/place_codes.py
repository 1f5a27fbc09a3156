"""The code that stays on a table for a whole event: it leads to whatever is played there now.

A token is `<event>-<table>-<room>-<codes number>-<signature>`, the numbers in base 36, signed like
the links of tables. It opens no page itself: it names the table of the round being played, whose
own link does. Renewing counts the event's `place_codes_number` up; an event that is over ends it.
"""

from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _

from league.play.events.models import Event, EventState
from league.play.rounds.links import (
    CLOSED,
    LARGEST_ID,
    NOT_OPEN,
    RENEWED,
    LinkRefused,
    forged,
    signature,
)
from league.play.rounds.models import Room, RoundState, Table

SALT = "league.rounds.place_codes"
MOST_PLACES = 500


class Place(NamedTuple):
    """Where a table stands: its number, and the room where a match is played in two."""

    number: int
    room: int = Room.ONLY


def code_of(event: Event, place: Place) -> str:
    """Return the token of the present code of a place."""
    return _token(event.pk, place, event.place_codes_number, settings.SECRET_KEY)


def places_of(event: Event) -> list[Place]:
    """Return the places that the rounds drawn so far have used, at least the first table."""
    used = Table.objects.filter(round__stage__event=event).values_list("number", "room").distinct()
    known = sorted(Place(number, room) for number, room in used)
    return known[:MOST_PLACES] or [Place(1)]


def table_at(token: str) -> Table:
    """Return the table that is played at the place now; of several the one opened last.

    Raises LinkRefused: forged, renewed, not_open (no round is being played there) or closed.
    """
    event_id, place, codes_number = _read(token)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise forged()
    if event.place_codes_number != codes_number:
        raise LinkRefused(
            RENEWED,
            _("This code was replaced by a newer one. Scan the new code, or ask the director."),
        )
    if event.state != EventState.RUNNING:
        raise _not_running(event)
    table = (
        Table.objects.filter(
            round__stage__event=event,
            round__state=RoundState.OPEN,
            number=place.number,
            room=place.room,
        )
        .order_by("-round__stage__number", "-round__number")
        .first()
    )
    if table is None:
        raise LinkRefused(
            NOT_OPEN,
            _(
                "Nothing is being played at table %(table)d now. Scan the code again when the "
                "director has opened the next round."
            )
            % {"table": place.number},
        )
    return table


def _not_running(event: Event) -> LinkRefused:
    if event.state in (EventState.DRAFT, EventState.OPEN):
        return LinkRefused(
            NOT_OPEN,
            _("%(event)s has not begun yet. Scan the code again when play begins.")
            % {"event": event.name},
        )
    return LinkRefused(
        CLOSED, _("The event is over. If a result is missing or wrong, tell the director.")
    )


def _read(token: str) -> tuple[int, Place, int]:
    try:
        parts = [base36_to_int(part) for part in token.split("-", 4)[:4]]
        event_id, number, room, codes_number = parts
    except ValueError:
        raise forged() from None
    if not 0 < event_id <= LARGEST_ID or not 0 < number < 2**15 or room not in Room.values:
        raise forged()
    place = Place(number, room)
    # after the key was changed, codes given out with the one before still lead to their tables
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    right = [
        constant_time_compare(token, _token(event_id, place, codes_number, key)) for key in keys
    ]
    if not any(right):
        raise forged()
    return event_id, place, codes_number


def _token(event_id: int, place: Place, codes_number: int, key: str) -> str:
    name = "-".join(map(int_to_base36, (event_id, *place, codes_number)))
    return f"{name}-{signature(SALT, name, key)}"
