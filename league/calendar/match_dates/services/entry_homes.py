"""Where and when entries play at home, and the days on which they cannot play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

from league.calendar.match_dates.models import EntryHome, Venue
from league.calendar.match_dates.selectors import venues_for
from league.calendar.match_dates.typed_days import check_days
from league.foundation.journal.actor import Actor
from league.foundation.journal.models import Happening
from league.foundation.journal.undoing import change_made, change_to_undo, is_undone
from league.foundation.refusal import OutOfDate, Refused, RowsRefused
from league.play.events.journaling import journal_event
from league.play.events.locking import locked
from league.play.events.models import Entry, Event
from league.play.events.names import name_of

DAYS_OF_WEEK = 7
CHANGED = "homes.changed"
# a home as the journal keeps it, by column; None: the entry has none
Home: TypeAlias = dict[str, Any] | None


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
    was = {str(entry.pk): row for entry, terms in homes.items() if (row := _set(entry, terms))}
    if was:
        journal_event(CHANGED, event, actor=actor, at=at, count=len(was), was=was)
    return len(was)


def homes_change(event: Event, *, actor: Actor, at: datetime) -> Happening | None:
    """Return what somebody's change of homes at a moment wrote, if anything."""
    return change_made("event", event.pk, (CHANGED,), actor=actor, at=at)


@transaction.atomic
def undo_homes(*, event: Event, change: int, actor: Actor, at: datetime) -> int:
    """Give entries the homes they had before a change, a happening by its number.

    Undone twice it is done once; returns how many changed. Raises OutOfDate where one of them has
    another home since, or a venue or an entry is gone.
    """
    locked(Event.objects.all(), pk=event.pk)
    made = change_to_undo("event", event.pk, (CHANGED,), change)
    if made is None:
        raise OutOfDate(_("This can no longer be undone. Look at the page once more."))
    if is_undone(made):
        return 0
    was = made.data["was"]
    entries = {str(entry.pk): entry for entry in event.entries.filter(pk__in=was)}
    known = {home.entry_id: home for home in EntryHome.objects.filter(entry__in=was)}
    venues = set(Venue.objects.filter(pk__in=_venues_in(was)).values_list("pk", flat=True))
    for number, row in was.items():
        entry, before = entries.get(number), row["before"]
        if entry is None or _as_it_is(known.get(entry.pk)) != row["after"]:
            raise OutOfDate(
                _("This can no longer be undone: the home of %(entry)s has changed since then.")
                % {"entry": name_of(entry) if entry else number}
            )
        if before and before["venue_id"] not in venues:
            raise OutOfDate(
                _("This can no longer be undone: the earlier venue of %(entry)s no longer exists.")
                % {"entry": name_of(entry)}
            )
    for number, row in was.items():
        _write(entries[number], row["before"])
    journal_event(CHANGED, event, actor=actor, at=at, count=len(was), undoes=made.pk)
    return len(was)


def _venues_in(was: Mapping[str, Mapping[str, Any]]) -> list[int]:
    return [row["before"]["venue_id"] for row in was.values() if row["before"]]


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


def _set(entry: Entry, terms: HomeTerms | None) -> dict[str, Home] | None:
    """Set a home, and return what it was and is; None where that changes nothing."""
    before = _as_it_is(EntryHome.objects.filter(entry=entry).first())
    after = None if terms is None else _wanted(terms)
    if before == after:
        return None
    _write(entry, after)
    return {"before": before, "after": after}


def _wanted(terms: HomeTerms) -> Home:
    return {
        "venue_id": terms.venue.pk,
        "weekdays": sorted(set(terms.weekdays)),
        "begins_at": terms.begins_at.isoformat(),
        "blocked": check_days(terms.blocked),
    }


def _as_it_is(home: EntryHome | None) -> Home:
    if home is None:
        return None
    return {
        "venue_id": home.venue_id,
        "weekdays": list(home.weekdays),
        "begins_at": home.begins_at.isoformat(),
        "blocked": list(home.blocked),
    }


def _write(entry: Entry, home: Home) -> None:
    if home is None:
        EntryHome.objects.filter(entry=entry).delete()
        return
    fields = dict(home) | {"begins_at": time.fromisoformat(home["begins_at"])}
    EntryHome.objects.update_or_create(entry=entry, defaults=fields)
