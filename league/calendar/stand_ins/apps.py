"""The Django app of requests to stand in: registers happenings, permissions, a part in merges."""

from django.apps import AppConfig


class StandInsConfig(AppConfig):
    name = "league.calendar.stand_ins"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.stand_ins import happenings, permissions, services

        happenings.register()
        services.register_requests()
