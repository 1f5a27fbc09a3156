"""The Django app of calendars: registers the happenings and the job that makes a calendar."""

from django.apps import AppConfig


class CalendarsConfig(AppConfig):
    name = "league.calendar.calendars"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.calendars import happenings
        from league.calendar.calendars.services import CALENDAR
        from league.foundation.jobs import kinds

        happenings.register()
        kinds.register(CALENDAR)
