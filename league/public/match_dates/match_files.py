"""The matches of an event, or of one entry, as a file for calendars (RFC 5545).

A match keeps its UID; SEQUENCE counts its changes, so that in a subscribed calendar it moves. A
postponed one is cancelled on its old day until it has a new one. Names are the public ones.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, vDuration
from icalendar import Event as Item

from league.calendars.selectors import CalendarRow, calendar_dates, rows_of
from league.embedding import absolute
from league.events.models import Entry, Event
from league.events.names import name_of
from league.journal.models import Happening
from league.lists import listed
from league.match_dates.models import MatchDate

MOST_MATCHES = 2_000
LENGTH = timedelta(hours=3)  # of a match: nobody says when it ends
REFRESH = timedelta(hours=2)
RELEASE = "-//Tricktable//Matches 1//EN"


def calendar_file(event: Event, entry: Entry | None = None) -> bytes:
    """Return the published matches of an event, or of one entry, at most MOST_MATCHES."""
    dates = calendar_dates(event, entry=entry).select_related("venue", "round__stage")
    rows = rows_of(list(dates[:MOST_MATCHES]), public=True)
    old = _old_days([row.date for row in rows if row.begins_at is None])
    calendar = _calendar(event, entry)
    for row in rows:
        begins_at = row.begins_at or old.get(row.date.pk)
        if begins_at is not None:
            calendar.add_component(_item(event, row, begins_at))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


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


def _old_days(postponed: Sequence[MatchDate]) -> dict[int, datetime]:
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
    zone = ZoneInfo(event.club.time_zone)
    host = urlsplit(settings.SITE_URL).hostname or "tricktable"
    item = Item()
    item.add("uid", f"match-{row.date.round_id}-{row.date.number}@{host}")
    item.add("sequence", row.date.sequence)
    item.add("dtstamp", row.date.updated_at.astimezone(ZoneInfo("UTC")))
    item.add("dtstart", begins_at.astimezone(zone))
    item.add("dtend", (begins_at + LENGTH).astimezone(zone))
    item.add("summary", _summary(row))
    item.add("description", event.name)
    item.add("status", "CANCELLED" if row.begins_at is None else "CONFIRMED")
    if row.date.venue is not None:
        parts = [row.date.venue.name, row.date.venue.address]
        item.add("location", listed(filter(None, parts)))
    at = [event.club.slug, event.slug, row.table.pk]
    item.add("url", absolute(reverse("public:table", args=at)))
    return item


def _summary(row: CalendarRow) -> str:
    if not row.away:
        return row.home
    return _("%(home)s – %(away)s") % {"home": row.home, "away": row.away}
