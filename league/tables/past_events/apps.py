"""The Django app of past events, whose happenings it registers."""

from django.apps import AppConfig


class PastEventsConfig(AppConfig):
    name = "league.tables.past_events"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.tables.past_events import happenings, permissions

        happenings.register()
