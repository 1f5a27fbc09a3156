"""The Django app of availability."""

from django.apps import AppConfig


class AvailabilityConfig(AppConfig):
    name = "league.calendar.availability"
    label = "availability"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.availability import happenings, permissions

        happenings.register()
