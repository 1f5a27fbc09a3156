"""Dates of a calendar file (iCalendar): each appointment with its name and day."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Component
from icalendar.cal.component_factory import ComponentFactory
from icalendar.parser import Contentlines
from icalendar.parser.ical.component import ComponentIcalParser
from icalendar.timezone import tzp

from league.office.imports.choices import Choices
from league.office.imports.reading.grid import Grid, Line, tidy_cells
from league.office.imports.reading.ical_rules import RepeatedDays, repeated_days
from league.office.imports.reading.unreadable import FileUnreadable

HEADINGS = ["Name", "Date", "Note"]
MOST_APPOINTMENTS = 1_000
MOST_REPEATED = 60  # of one that repeats
AHEAD = timedelta(days=400)
MOST_DAYS_TRIED = 100_000  # for all rules of a file together
READ = ("BEGIN", "END", "DTSTART", "SUMMARY", "STATUS", "RRULE", "EXDATE")
LONGEST_LINE = 5_000  # letters, where a line that is folded counts as one
MOST_PARTS_OF_ZONE = 6  # "/example.org/America/Argentina/Buenos_Aires" has four


def read_calendar(content: bytes, _choices: Choices) -> Grid:
    """Return the appointments by their day; one that repeats is several. Raises FileUnreadable."""
    try:
        found = _Appointments()
        # a factory of its own: it remembers every name of a component that it meets
        parser = _CalendarParser(content, ComponentFactory(), Component.types_factory)
        for calendar in parser.parse():
            found.read(calendar)
    except (
        *(ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError),
        RecursionError,
    ):
        raise FileUnreadable(
            _("This is no calendar file. Export the calendar as iCal (.ics) and upload that.")
        ) from None
    if not found.rows:
        raise FileUnreadable(_("No appointment is in this calendar."))
    rows = sorted(found.rows, key=lambda row: (row[1], row[0]))
    lines: list[Line] = [
        (number, tidy_cells(row)) for number, row in enumerate([HEADINGS, *rows], start=1)
    ]
    return Grid(lines=lines)


class _CalendarParser(ComponentIcalParser):
    """Reads only what stands in READ, and believes no file about time zones.

    The library remembers a zone that a file defines, for every file that is read after it, and
    looks up a zone's name as often as it has slashes.
    """

    def initialize_parsing(self) -> None:
        tzp.use_default()  # forgets the names that files before this one have used
        lines = Contentlines.from_ical(self._data)  # type: ignore[no-untyped-call]
        self._data = Contentlines(line for line in lines if _is_read(line))
        super().initialize_parsing()  # type: ignore[no-untyped-call]

    def handle_end_component(self, _vals: str) -> None:
        super().handle_end_component("")


def _is_read(line: str) -> bool:
    """Say whether a line is needed. Raises ValueError for one that would cost too much."""
    if not line.lstrip().upper().startswith(READ):
        return False
    is_text = line.lstrip().upper().startswith("SUMMARY")
    if len(line) > LONGEST_LINE or (line.count("/") > MOST_PARTS_OF_ZONE and not is_text):
        raise ValueError("a line is too long")
    return True


class _Appointments:
    """The appointments as rows, and how many days were tried for those that repeat."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.days_tried = 0

    def read(self, calendar: Component) -> None:
        """Add the appointments of a calendar. Raises FileUnreadable for too many."""
        for event in calendar.walk("VEVENT"):
            start = event.get("DTSTART")
            name = str(event.get("SUMMARY", "")).strip()
            if start is None:
                continue
            status = str(event.get("STATUS", "")).upper()
            note = "cancelled" if status == "CANCELLED" else ""
            self.rows += [[name, day.isoformat(), note] for day in self._days(event, start.dt)]
            if len(self.rows) > MOST_APPOINTMENTS:
                raise FileUnreadable(
                    _("The calendar has more than %(most)d appointments; export a shorter time.")
                    % {"most": MOST_APPOINTMENTS}
                )

    def _days(self, event: Any, start: date | datetime) -> list[date]:
        """Return the days of an appointment, in the active time zone."""
        rule = event.get("RRULE")
        first = _day(start)
        repeated = repeated_days(rule) if rule is not None else None
        if repeated is None:
            return [first]
        most = min(int(rule["COUNT"][0]), MOST_REPEATED) if "COUNT" in rule else MOST_REPEATED
        last = min(_until(rule) or date.max, first + AHEAD)
        skipped = {_day(value.dt) for value in _exceptions(event)}
        return [day for day in self._repeated(repeated, first, last, most) if day not in skipped]

    def _repeated(self, rule: RepeatedDays, first: date, last: date, most: int) -> list[date]:
        found: list[date] = []
        for day in rule.days(first, last):
            self.days_tried += 1
            if self.days_tried > MOST_DAYS_TRIED:
                raise FileUnreadable(
                    _(
                        "Too many appointments of this calendar repeat; export a shorter time, or "
                        "fewer appointments."
                    )
                )
            if day is not None:
                found.append(day)
            if len(found) >= most:
                break
        return found


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
