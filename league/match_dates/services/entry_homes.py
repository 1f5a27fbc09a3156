"""Where and when entries play at home, and the days on which they cannot play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time

from django.db import transaction
from django.utils.translation import gettext as _

from league.events.locking import locked
from league.events.models import Entry, Event
from league.events.noting import note_event
from league.journal.actor import Actor
from league.match_dates.models import EntryHome, Venue
from league.match_dates.selectors import venues_for
from league.match_dates.typed_days import check_days
from league.refusal import Refused, RowsRefused

DAYS_OF_WEEK = 7


class HomeInvalid(Refused):
    code = "home_invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTerms:
    """A venue, the `weekdays` (0: Monday) and the time of home matches, and days without any."""

    venue: Venue
    weekdays: tuple[int, ...]
    begins_at: time
    blocked: tuple[str, ...] = ()


@transaction.atomic
def set_homes(
    *, event: Event, homes: Mapping[Entry, HomeTerms | None], actor: Actor, at: datetime
) -> int:
    """Set the homes of entries, None takes one away; return how many changed.

    Raises RowsRefused with what is wrong by the place of the entry, and then changes nothing.
    """
    locked(Event.objects.all(), pk=event.pk)
    _check_all(event, homes)
    changed = sum([_set(entry, terms) for entry, terms in homes.items()])
    if changed:
        note_event("homes.changed", event, actor=actor, at=at, count=changed)
    return changed


def _check_all(event: Event, homes: Mapping[Entry, HomeTerms | None]) -> None:
    allowed = set(venues_for(event).values_list("pk", flat=True))
    allowed |= set(_now_in(event))
    wrong: dict[int, Refused] = {}
    for row, (entry, terms) in enumerate(homes.items()):
        try:
            _check(event, entry, terms, allowed)
        except Refused as refused:
            wrong[row] = refused
    if wrong:
        raise RowsRefused(wrong, field="homes")


def _now_in(event: Event) -> Iterable[int]:
    return EntryHome.objects.filter(entry__event=event).values_list("venue_id", flat=True)


def _check(event: Event, entry: Entry, terms: HomeTerms | None, allowed: set[int]) -> None:
    if entry.event_id != event.pk:
        raise HomeInvalid(_("This entry belongs to another event."))
    if terms is None:
        return
    if terms.venue.pk not in allowed:
        raise HomeInvalid(_("Choose a venue of the club or of the entry’s own club."))
    if not terms.weekdays or not set(terms.weekdays) <= set(range(DAYS_OF_WEEK)):
        raise HomeInvalid(_("Choose at least one evening on which it plays at home."))
    check_days(terms.blocked)


def _set(entry: Entry, terms: HomeTerms | None) -> bool:
    now = EntryHome.objects.filter(entry=entry).first()
    if terms is None:
        return bool(now and now.delete())
    fields = {
        "venue_id": terms.venue.pk,
        "weekdays": sorted(set(terms.weekdays)),
        "begins_at": terms.begins_at,
        "blocked": check_days(terms.blocked),
    }
    if now is not None and all(getattr(now, name) == value for name, value in fields.items()):
        return False
    EntryHome.objects.update_or_create(entry=entry, defaults=fields)
    return True
