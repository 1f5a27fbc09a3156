"""The Django app of season tables, whose jobs and happenings it registers."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "league.tables.seasons"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import kinds
        from league.tables.seasons import happenings, permissions
        from league.tables.seasons.services.next_season import NEXT_SEASON
        from league.tables.seasons.services.season_job import SEASON

        happenings.register()
        kinds.register(SEASON)
        kinds.register(NEXT_SEASON)
