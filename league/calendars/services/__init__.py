"""Everything that changes calendars: their demands, and the jobs that make them."""

from league.calendars.services.calendar_demands import DemandsInvalid, save_demands
from league.calendars.services.calendar_job import CalendarImpossible, request_calendar

__all__ = ["CalendarImpossible", "DemandsInvalid", "request_calendar", "save_demands"]
