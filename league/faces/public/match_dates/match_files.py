"""The matches of an event, or of one entry, as a file for calendars (RFC 5545).

A match keeps its UID; SEQUENCE counts its changes, so that in a subscribed calendar it moves. A
postponed one is cancelled on its old day until it has a new one. Names are the public ones.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, vDuration
from icalendar import Event as Item

from league.calendar.calendars.selectors import CalendarRow, calendar_dates, rows_of
from league.calendar.match_dates.models import MatchDate, Venue
from league.calendar.match_dates.selectors import MOST_CALLED_OFF, called_off_of
from league.foundation.embedding import absolute
from league.foundation.journal.models import Happening
from league.foundation.lists import listed
from league.play.events.models import Entry, Event
from league.play.events.names import name_of

MOST_MATCHES = 2_000
LENGTH = timedelta(hours=3)  # of a match: nobody says when it ends
REFRESH = timedelta(hours=2)
RELEASE = "-//Tricktable//Matches 1//EN"


def calendar_file(event: Event, entry: Entry | None = None) -> bytes:
    """Return the published matches of an event, or of one entry, at most MOST_MATCHES."""
    dates = calendar_dates(event, entry=entry).select_related("venue")
    calendar = _calendar(event, entry)
    for item in match_items(list(dates.select_related("round__stage__event__club")[:MOST_MATCHES])):
        calendar.add_component(item)
    for item in cancelled_items([event], entry):
        calendar.add_component(item)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def match_items(dates: Sequence[MatchDate]) -> list[Item]:
    """Return matches as items of a calendar; six queries however many.

    The dates know their venues, rounds, stages, events and clubs.
    """
    rows = rows_of(dates, public=True)
    old = old_days([row.date for row in rows if row.begins_at is None])
    moments = [(row, row.begins_at or old.get(row.date.pk)) for row in rows]
    return [
        _item(row.date.round.stage.event, row, moment)
        for row, moment in moments
        if moment is not None
    ]


def cancelled_items(events: Iterable[Event], entry: Entry | None = None) -> list[Item]:
    """Return matches that are off, cancelled on the day they had; one that is dated again is none.

    Who subscribed would otherwise keep them, or see them vanish without a word. Two queries; the
    events know their clubs.
    """
    by_pk = {event.pk: event for event in events}
    rows = list(called_off_of(by_pk)[:MOST_CALLED_OFF]) if by_pk else []
    rounds = {row.data["round_id"] for row in rows}
    dated = set(MatchDate.objects.filter(round__in=rounds).values_list("round", "number"))
    found: dict[tuple[int, int], Item] = {}
    for row in rows:
        key = row.data["round_id"], row.data["table"]
        is_theirs = entry is None or entry.pk in row.data["entries"]
        if key not in dated and is_theirs and key not in found:
            found[key] = cancelled_item(by_pk[row.event_id or 0], row, _uid_of(*key))
    return list(found.values())


def cancelled_item(event: Event, row: Happening, uid: str) -> Item:
    """Return a match that is off, by what was written of it, on the day it had."""
    old = row.data["old"]
    item = _plain_item(event, uid, datetime.fromisoformat(old["begins_at"]))
    item.add("sequence", row.data["sequence"])
    item.add("dtstamp", row.at.astimezone(ZoneInfo("UTC")))
    item.add("summary", event.name)
    item.add("status", "CANCELLED")
    if old["venue_name"]:
        item.add("location", old["venue_name"])
    return item


def place_named(venue: Venue) -> str:
    return listed(filter(None, [venue.name, venue.address]))


def _calendar(event: Event, entry: Entry | None) -> Calendar:
    name = event.name
    if entry is not None:
        name = f"{name_of(entry, public=True)} · {event.name}"
    calendar = Calendar()
    calendar.add("prodid", RELEASE)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", event.club.time_zone)
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    return calendar


def old_days(postponed: Sequence[MatchDate]) -> dict[int, datetime]:
    """Return when postponed matches were to be played; one query, none without any."""
    if not postponed:
        return {}
    noted = Happening.objects.filter(
        kind="match.postponed",
        subject_type="round",
        subject_id__in={date.round_id for date in postponed},
    ).order_by("pk")
    found = {}
    for data in noted.values_list("data", flat=True):
        if moment := data.get("old", {}).get("begins_at"):
            found[data["match_date"]] = datetime.fromisoformat(moment)
    return found


def _item(event: Event, row: CalendarRow, begins_at: datetime) -> Item:
    item = _plain_item(event, _uid_of(row.date.round_id, row.date.number), begins_at)
    item.add("sequence", row.date.sequence)
    item.add("dtstamp", row.date.updated_at.astimezone(ZoneInfo("UTC")))
    item.add("summary", _summary(row))
    item.add("status", "CANCELLED" if row.begins_at is None else "CONFIRMED")
    if row.date.venue is not None:
        item.add("location", place_named(row.date.venue))
    at = [event.club.slug, event.slug, row.table.pk]
    item.add("url", absolute(reverse("public:table", args=at)))
    return item


def _uid_of(round: int, number: int) -> str:
    return f"match-{round}-{number}"


def _plain_item(event: Event, uid: str, begins_at: datetime) -> Item:
    """Return an item of a match with what stays the same through its life."""
    zone = ZoneInfo(event.club.time_zone)
    host = urlsplit(settings.SITE_URL).hostname or "tricktable"
    item = Item()
    item.add("uid", f"{uid}@{host}")
    item.add("dtstart", begins_at.astimezone(zone))
    item.add("dtend", (begins_at + LENGTH).astimezone(zone))
    item.add("description", event.name)
    return item


def _summary(row: CalendarRow) -> str:
    if not row.away:
        return row.home
    return _("%(home)s – %(away)s") % {"home": row.home, "away": row.away}
