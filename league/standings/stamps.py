"""A stamp names what the standings pages of an event show: same stamp, same pages.

It is kept in the cache, so that a page that has not changed is answered without a query. Whoever
changes what the pages show renews it; should that fail, it lives for a few seconds only.
"""

from hashlib import sha256
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.db.models.signals import post_save

from league.clubs.models import Club
from league.events.models import Event, EventState, Visibility
from league.standings.models import StageStandings

SECONDS = 10
LONGEST_SLUG = 60  # of clubs and events
# how long a process uses the stamp it has just read: a round trip to the cache costs as much as
# all the rest of an unchanged page. Open pages hear of changes by their live stream.
BELIEVED_SECONDS = 0.25
MOST_BELIEVED = 1_000
_believed: dict[str, tuple[str, float]] = {}

# who goes through to a stage, and when it was filled: said above its standings
RULE = [
    f"stage__qualifying__{name}"
    for name in ("source", "takes", "places", "carried_percent", "filled_at")
]

# what every page of a club shows of it
LOOK = [f"club__{name}" for name in ("name", "main_colour", "accent_colour", "logo_id")]

FOR_STRANGERS = (Visibility.PUBLIC, Visibility.UNLISTED)


def stamp_of(club_slug: str, event_slug: str) -> str:
    """Return the stamp, or "" for an event that strangers may not see or that does not exist."""
    if max(len(club_slug), len(event_slug)) > LONGEST_SLUG:
        return ""  # no event has such an address, and nothing is to be kept of it
    key = _key(club_slug, event_slug)
    stamp, until = _believed.get(key, ("", 0.0))
    if monotonic() < until:
        return stamp
    stamp = cache.get(key)
    if stamp is None:
        stamp = _work_out(club_slug, event_slug)
        # a rebuild may have stored a newer one since this one was calculated
        cache.add(key, stamp, SECONDS)
    if len(_believed) >= MOST_BELIEVED:
        _believed.clear()
    _believed[key] = (stamp, monotonic() + BELIEVED_SECONDS)
    return str(stamp)


def renew_stamp(club_slug: str, event_slug: str) -> None:
    """Say that the pages have changed; called after the commit of the change."""
    key = _key(club_slug, event_slug)
    cache.set(key, _work_out(club_slug, event_slug), SECONDS)
    _believed.pop(key, None)


def forget_stamps() -> None:
    """Forget the stamps that this process remembers; those in the cache stay."""
    _believed.clear()


def renew_stamps(event_ids: list[int]) -> None:
    for club, event in Event.objects.filter(id__in=event_ids).values_list("club__slug", "slug"):
        renew_stamp(club, event)


def _key(club_slug: str, event_slug: str) -> str:
    return f"standings-stamp:{club_slug}:{event_slug}"


def _work_out(club_slug: str, event_slug: str) -> str:
    row = (
        Event.objects.filter(club__slug=club_slug, slug=event_slug, visibility__in=FOR_STRANGERS)
        .exclude(state=EventState.DRAFT)
        .values_list("id", "name", "state", "starts_on", "tiebreaks", "method", *LOOK)
        .first()
    )
    if row is None:
        return ""
    stages = (
        StageStandings.objects.filter(stage__event_id=row[0])
        .order_by("stage_id")
        .annotate(number=F("stage__number"), called=F("stage__name"))
        .values_list("stage_id", "number", "called", "version", *RULE)
    )
    return sha256(repr((row, list(stages))).encode()).hexdigest()[:32]


# Renews the stamp of an event's pages as soon as the event or its club is saved.
#
# The journal tells of it too, a moment later; but whoever hides an event means now.


def watch_saving() -> None:
    """Have stamps renewed when an event or a club is saved. Called once, as the apps are loaded."""
    post_save.connect(_event_saved, sender=Event, dispatch_uid="stamp of an event")
    post_save.connect(_club_saved, sender=Club, dispatch_uid="stamps of a club")


def _event_saved(instance: Event, **_kwargs: Any) -> None:
    def renew() -> None:
        renew_stamps([instance.pk])

    transaction.on_commit(renew, robust=True)


def _club_saved(instance: Club, created: bool, **_kwargs: Any) -> None:
    def renew() -> None:
        renew_stamps(list(instance.events.values_list("id", flat=True)))

    if not created:
        transaction.on_commit(renew, robust=True)
