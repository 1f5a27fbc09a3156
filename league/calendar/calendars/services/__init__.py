"""Everything that changes calendars: their demands, and the jobs that make them."""

from league.calendar.calendars.services.calendar_demands import (
    DemandsInvalid,
    demands_change,
    save_demands,
    undo_demands,
)
from league.calendar.calendars.services.calendar_job import CalendarImpossible, request_calendar

__all__ = [
    "CalendarImpossible",
    "DemandsInvalid",
    "demands_change",
    "request_calendar",
    "save_demands",
    "undo_demands",
]
