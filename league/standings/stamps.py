"""A stamp names what the standings pages of an event show: same stamp, same pages.

It is made of rows that change with the pages, so every process finds the same one, whatever its
cache. A process believes it for a moment, so that a crowd is answered without a query.
"""

from hashlib import sha256
from time import monotonic
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.db.models.signals import post_save

from league.clubs.models import Club
from league.events.models import Event, EventState, Visibility
from league.standings.models import StageStandings
from league.standings.names import names_as_of

LONGEST_SLUG = 60  # of clubs and events
# how long a process uses the stamp it has just read: two queries cost more than all the rest of an
# unchanged page. Open pages hear of changes by their live stream.
BELIEVED_SECONDS = 0.25
MOST_BELIEVED = 1_000


class Believed(NamedTuple):
    """A stamp until a moment of this process's clock; `event_id` is None where it is ""."""

    stamp: str
    event_id: int | None
    until: float


_believed: dict[tuple[str, str], Believed] = {}

# who goes through to a stage, and when it was filled: said above its standings
RULE = [
    f"stage__qualifying__{name}"
    for name in ("source", "takes", "places", "carried_percent", "filled_at")
]

# what can still happen is marked in them; `league/outlook` stands above and is named as a field
OUTLOOK = "stage__outlook__version"

# what every page of a club shows of it
LOOK = [f"club__{name}" for name in ("name", "main_colour", "accent_colour", "logo_id")]

FOR_STRANGERS = (Visibility.PUBLIC, Visibility.UNLISTED)


def stamp_of(club_slug: str, event_slug: str) -> str:
    """Return the stamp, or "" for an event that strangers may not see or that does not exist."""
    if max(len(club_slug), len(event_slug)) > LONGEST_SLUG:
        return ""  # no event has such an address, and nothing is to be kept of it
    key = (club_slug, event_slug)
    known = _believed.get(key)
    if known is not None and monotonic() < known.until:
        return known.stamp
    # from before it is worked out: what is committed meanwhile is seen in time, too
    until = monotonic() + BELIEVED_SECONDS
    stamp, event_id = _work_out(club_slug, event_slug)
    if len(_believed) >= MOST_BELIEVED:
        _believed.clear()
    _believed[key] = Believed(stamp, event_id, until)
    return stamp


def renew_stamps(event_ids: list[int]) -> None:
    """Let this process see at once that pages have changed; called after the commit."""
    for key, known in list(_believed.items()):
        if known.event_id is None or known.event_id in event_ids:
            _believed.pop(key, None)


def forget_stamps() -> None:
    """Forget the stamps that this process believes."""
    _believed.clear()


def _work_out(club_slug: str, event_slug: str) -> tuple[str, int | None]:
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
        return "", None
    stages = (
        StageStandings.objects.filter(stage__event_id=row[0])
        .order_by("stage_id")
        .annotate(number=F("stage__number"), called=F("stage__name"))
        .values_list("stage_id", "number", "called", "version", OUTLOOK, *RULE)
    )
    return sha256(repr((row, list(stages))).encode()).hexdigest()[:32], row[0]


# Forgets the stamp of an event's pages as soon as the event or its club is saved: whoever hides an
# event means now.


def watch_saving() -> None:
    """Have stamps renewed when an event or a club is saved. Called once, as the apps are loaded."""
    post_save.connect(_event_saved, sender=Event, dispatch_uid="stamp of an event")
    post_save.connect(_club_saved, sender=Club, dispatch_uid="stamps of a club")


def _event_saved(instance: Event, **_kwargs: Any) -> None:
    def renew() -> None:
        renew_stamps([instance.pk])

    transaction.on_commit(renew, robust=True)


def _club_saved(created: bool, **_kwargs: Any) -> None:
    if not created:
        transaction.on_commit(forget_stamps, robust=True)
