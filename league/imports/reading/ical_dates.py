"""Dates of a calendar file (iCalendar): each appointment with its name and day."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any

from dateutil.rrule import rrulestr
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar

from league.imports.choices import Choices
from league.imports.reading.grid import Grid, Line, tidy_cells
from league.imports.reading.unreadable import FileUnreadable

HEADINGS = ["Name", "Date", "Note"]
MOST_APPOINTMENTS = 1_000
MOST_REPEATED = 60  # of one that repeats
AHEAD = timedelta(days=400)
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
LONGEST_INTERVAL = 100
OF_DAYS = ("FREQ=", "INTERVAL=", "BYDAY=", "BYMONTHDAY=", "BYMONTH=", "BYSETPOS=", "WKST=")


def read_calendar(content: bytes, _choices: Choices) -> Grid:
    """Return the appointments by their day; one that repeats is several. Raises FileUnreadable."""
    try:
        calendars = Calendar.from_ical(content, multiple=True)
        found = [row for calendar in calendars for row in _appointments(calendar)]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError):
        raise FileUnreadable(
            _("This is no calendar file. Export the calendar as iCal (.ics) and upload that.")
        ) from None
    if not found:
        raise FileUnreadable(_("No appointment is in this calendar."))
    if len(found) > MOST_APPOINTMENTS:
        raise FileUnreadable(
            _("The calendar has more than %(most)d appointments; export a shorter time.")
            % {"most": MOST_APPOINTMENTS}
        )
    rows = sorted(found, key=lambda row: (row[1], row[0]))
    lines: list[Line] = [
        (number, tidy_cells(row)) for number, row in enumerate([HEADINGS, *rows], start=1)
    ]
    return Grid(lines=lines)


def _appointments(calendar: Any) -> Iterator[list[str]]:
    for event in calendar.walk("VEVENT"):
        start = event.get("DTSTART")
        name = str(event.get("SUMMARY", "")).strip()
        if start is None:
            continue
        status = str(event.get("STATUS", "")).upper()
        note = "cancelled" if status == "CANCELLED" else ""
        for day in _days(event, start.dt):
            yield [name, day.isoformat(), note]


def _days(event: Any, start: date | datetime) -> list[date]:
    """Return the days of an appointment, in the active time zone."""
    rule = event.get("RRULE")
    first = _day(start)
    text = _rule(rule, first) if rule is not None else ""
    if not text:
        return [first]
    most = min(int(rule["COUNT"][0]), MOST_REPEATED) if "COUNT" in rule else MOST_REPEATED
    moments = islice(rrulestr(text, dtstart=datetime.combine(first, datetime.min.time())), most)
    skipped = {_day(value.dt) for value in _exceptions(event)}
    return [moment.date() for moment in moments if moment.date() not in skipped]


def _rule(rule: Any, first: date) -> str:
    """Return by which days it repeats, with an end; empty for what is no rule of days."""
    freq, interval = str(rule.get("FREQ", [""])[0]), int(rule.get("INTERVAL", [1])[0])
    if freq not in FREQUENCIES or not 1 <= interval <= LONGEST_INTERVAL:
        return ""
    parts = [part for part in rule.to_ical().decode().split(";") if part.startswith(OF_DAYS)]
    last = min(_until(rule) or date.max, first + AHEAD)
    return ";".join([*parts, f"UNTIL={last:%Y%m%d}"])


def _until(rule: Any) -> date | None:
    until = rule.get("UNTIL")
    return _day(until[0]) if until else None


def _exceptions(event: Any) -> Iterator[Any]:
    found = event.get("EXDATE")
    for one in found if isinstance(found, list) else [found] if found else []:
        yield from one.dts


def _day(value: date | datetime) -> date:
    if isinstance(value, datetime):
        return (timezone.localtime(value) if timezone.is_aware(value) else value).date()
    return value
