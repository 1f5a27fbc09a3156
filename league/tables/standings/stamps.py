"""A stamp names what the standings of an event show: same stamp, same picture of them.

It is made of rows that change with them, so every process finds the same one.
"""

from hashlib import sha256

from django.db.models import F

from league.play.events.entry_names import names_as_of
from league.play.events.models import Event, EventState, Visibility
from league.tables.standings.models import StageStandings

LONGEST_SLUG = 60  # of clubs and events

# who goes through to a stage, and when it was filled: said above its standings
RULE = [
    f"stage__qualifying__{name}"
    for name in ("source", "takes", "places", "carried_percent", "filled_at")
]

# what can still happen is marked in them; `outlook` stands above and is named as a field
OUTLOOK = "stage__outlook__version"

# what every page of a club shows of it
LOOK = [f"club__{name}" for name in ("name", "main_colour", "accent_colour", "logo_id")]

FOR_STRANGERS = (Visibility.PUBLIC, Visibility.UNLISTED)


def is_for_everybody(event: Event) -> bool:
    """Say whether strangers may see the event."""
    return event.visibility in FOR_STRANGERS and event.state != EventState.DRAFT


def stamp_of(club_slug: str, event_slug: str) -> str:
    """Return the stamp, or "" for an event that strangers may not see or that does not exist."""
    if max(len(club_slug), len(event_slug)) > LONGEST_SLUG:
        return ""  # no event has such an address, and nothing is to be kept of it
    row = (
        Event.objects.filter(club__slug=club_slug, slug=event_slug, visibility__in=FOR_STRANGERS)
        .exclude(state=EventState.DRAFT)
        .values_list(
            *("id", "name", "state", "starts_on", "tiebreaks", "method"),
            *LOOK,
            *names_as_of("pk", "club"),
        )
        .first()
    )
    if row is None:
        return ""
    stages = (
        StageStandings.objects.filter(stage__event_id=row[0])
        .order_by("stage_id")
        .annotate(number=F("stage__number"), called=F("stage__name"))
        .values_list("stage_id", "number", "called", "version", OUTLOOK, *RULE)
    )
    return sha256(repr((row, list(stages))).encode()).hexdigest()[:32]
