"""The Django app of season tables, whose jobs and happenings it registers."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "league.tables.seasons"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import kinds
        from league.foundation.records import rules as records
        from league.tables.seasons import happenings, permissions
        from league.tables.seasons.models import OwnHandicap
        from league.tables.seasons.services.next_season import NEXT_SEASON
        from league.tables.seasons.services.season_job import SEASON
        from league.tables.seasons.services.season_settings import hold_season

        happenings.register()
        records.register(
            OwnHandicap,
            before_save=hold_season,
            before_remove=hold_season,
            verbs={
                "added": "season.handicap_set",
                "changed": "season.handicap_set",
                "removed": "season.handicap_withdrawn",
            },
        )
        kinds.register(SEASON)
        kinds.register(NEXT_SEASON)
