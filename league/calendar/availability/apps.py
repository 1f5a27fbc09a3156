"""The Django app of availability."""

from django.apps import AppConfig


class AvailabilityConfig(AppConfig):
    name = "league.calendar.availability"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.availability import happenings, permissions

        happenings.register()
