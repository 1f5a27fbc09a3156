"""Dates of a calendar file (iCalendar): each appointment with its name and day."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from league.office.imports.reading.delimited import Grid, Line, tidy_cells
from league.office.imports.reading.unreadable import FileUnreadable

# --- Ical rules ---
# Days on which an appointment repeats (RFC 5545, 3.3.10), by rules of days, weeks, months, years.
#
# Every day between two dates is looked at at most once, whatever the rule says: one that never
# matches costs no more than one that does.

FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
LONGEST_INTERVAL = 100
MOST_VALUES = 50  # in one part of a rule
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKDAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedDays:
    """A rule of repetition. Empty sets are parts that the rule does not have.

    `weekdays` are counted from Monday, 0; `nth_weekdays` are such with their number in the month
    or the year, which like `month_days` and `positions` may be negative: counted from the end.
    """

    frequency: str
    interval: int = 1
    months: frozenset[int] = frozenset()
    month_days: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()
    nth_weekdays: frozenset[tuple[int, int]] = frozenset()
    positions: frozenset[int] = frozenset()
    week_start: int = 0

    def days(self, first: date, last: date) -> Iterator[date | None]:
        """Go through the days from `first` to `last`: each that matches, None for any other."""
        for period in self._periods(first, last):
            chosen = [day for day in period if self._is_day(day, first)]
            taken = set(self._at_positions(chosen))
            yield from (day if day in taken and first <= day <= last else None for day in period)

    def _periods(self, first: date, last: date) -> Iterator[Sequence[date]]:
        """Go through the days, weeks, months or years that have a turn, as their days."""
        if self.frequency == "DAILY":
            numbers = range(0, (last - first).days + 1, self.interval)
            days = (first + DAY * number for number in numbers)
            yield from ([day] for day in days if not self.months or day.month in self.months)
            return
        start = self._start_of(first)
        while start <= last:
            yield [day for month in self._parts(start, first) for day in month]
            start = self._next(start, self.interval)

    def _parts(self, start: date, first: date) -> Iterator[list[date]]:
        """Go through the parts of a period in which the rule can match; of a year its months."""
        if self.frequency != "YEARLY":
            length = (self._next(start, 1) - start).days
            days = [start + DAY * number for number in range(length)]
            yield [day for day in days if not self.months or day.month in self.months]
            return
        usual = range(1, 13) if self._has_days else (first.month,)
        for month in sorted(self.months) or usual:
            begin = start.replace(month=month)
            yield [begin + DAY * number for number in range(_length(begin))]

    def _start_of(self, day: date) -> date:
        match self.frequency:
            case "WEEKLY":
                return day - DAY * ((day.weekday() - self.week_start) % 7)
            case "MONTHLY":
                return day.replace(day=1)
        return day.replace(month=1, day=1)

    def _next(self, start: date, count: int) -> date:
        match self.frequency:
            case "WEEKLY":
                return start + 7 * count * DAY
            case "MONTHLY":
                years, month = divmod(start.month - 1 + count, 12)
                return date(start.year + years, month + 1, 1)
        return date(start.year + count, 1, 1)

    def _at_positions(self, days: list[date]) -> list[date]:
        if not self.positions:
            return days
        places = [place - 1 if place > 0 else place for place in self.positions]
        return [days[place] for place in places if -len(days) <= place < len(days)]

    def _is_day(self, day: date, first: date) -> bool:
        if not self._has_days:
            return self._is_usual(day, first)
        if self.month_days and not {day.day, day.day - _length(day) - 1} & self.month_days:
            return False
        if not self.weekdays and not self.nth_weekdays:
            return True
        return day.weekday() in self.weekdays or self._is_nth(day)

    @property
    def _has_days(self) -> bool:
        return bool(self.month_days or self.weekdays or self.nth_weekdays)

    def _is_usual(self, day: date, first: date) -> bool:
        """Say whether the day is like the first one, which decides where the rule does not."""
        match self.frequency:
            case "DAILY":
                return True
            case "WEEKLY":
                return day.weekday() == first.weekday()
        return day.day == first.day

    def _is_nth(self, day: date) -> bool:
        if not self.nth_weekdays:
            return False
        in_months = self.frequency == "MONTHLY" or bool(self.months)
        start = day.replace(day=1) if in_months else day.replace(month=1, day=1)
        length = _length(day) if in_months else (date(day.year + 1, 1, 1) - start).days
        place = (day - start).days
        numbers = (place // 7 + 1, -((length - place - 1) // 7) - 1)
        return any((number, day.weekday()) in self.nth_weekdays for number in numbers)


def _length(day: date) -> int:
    """Return how many days the month of the day has."""
    month = day.replace(day=28) + 4 * DAY
    return (month - DAY * month.day).day


def repeated_days(rule: Any) -> RepeatedDays | None:
    """Return a rule as the calendar's reader has it; None for one that is no rule of days.

    Raises ValueError for one that cannot be read.
    """
    frequency = str(_values(rule, "FREQ")[0]) if "FREQ" in rule else ""
    interval = int(_values(rule, "INTERVAL")[0]) if "INTERVAL" in rule else 1
    if frequency not in FREQUENCIES or not 1 <= interval <= LONGEST_INTERVAL:
        return None
    named = [WEEKDAY.fullmatch(str(value)) for value in _values(rule, "BYDAY")]
    counted = [(int(one[1] or 0), WEEKDAYS.index(one[2])) for one in named if one]
    has_numbers = frequency in ("MONTHLY", "YEARLY")
    start = [str(value) for value in _values(rule, "WKST")]
    return RepeatedDays(
        frequency=frequency,
        interval=interval,
        months=_numbers(rule, "BYMONTH") & set(range(1, 13)),
        month_days=_numbers(rule, "BYMONTHDAY"),
        weekdays=frozenset(day for number, day in counted if not (number and has_numbers)),
        nth_weekdays=frozenset(one for one in counted if one[0] and has_numbers),
        positions=_numbers(rule, "BYSETPOS") - {0},
        week_start=WEEKDAYS.index(start[0]) if start and start[0] in WEEKDAYS else 0,
    )


def _values(rule: Any, part: str) -> list[Any]:
    values = list(rule.get(part, []))
    if len(values) > MOST_VALUES:
        raise ValueError(f"{part} has too many values")
    return values


def _numbers(rule: Any, part: str) -> frozenset[int]:
    return frozenset(int(value) for value in _values(rule, part))


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
