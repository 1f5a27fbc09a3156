"""The matches of a calendar as a spreadsheet: a line for each match."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.calendar.calendars.selectors import CalendarRow, rows_of
from league.calendar.match_dates.models import MatchDate
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet
from league.play.events.models import Event

A_PART = 500
COLUMNS = (
    Column(gettext_lazy("Date"), lambda row: row.begins_at),
    Column(gettext_lazy("Round"), lambda row: row.date.round.number),
    Column(gettext_lazy("At home"), lambda row: row.home),
    Column(gettext_lazy("Guests"), lambda row: row.away),
    Column(gettext_lazy("Venue"), lambda row: row.date.venue.name if row.date.venue else None),
    Column(gettext_lazy("Address"), lambda row: row.date.venue.address if row.date.venue else None),
    Column(gettext_lazy("State"), lambda row: row.date.get_state_display()),
)


def calendar_sheet(event: Event, dates: QuerySet[MatchDate], *, public: bool = False) -> Sheet:
    """Return at most MOST_ROWS matches; `public`: with the names that everybody may see."""
    heading = _("Calendar")
    title = f"{event.name} · {heading}"
    return Sheet(title=title, columns=COLUMNS, rows=_rows(dates, public))


def _rows(dates: QuerySet[MatchDate], public: bool) -> Iterator[CalendarRow]:
    for start in range(0, MOST_ROWS, A_PART):
        part = list(dates[start : start + A_PART])
        yield from rows_of(part, public=public)
        if len(part) < A_PART:
            return
