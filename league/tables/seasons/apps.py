"""The Django app of season tables, whose jobs and happenings it registers."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "league.tables.seasons"
    label = "seasons"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import kinds  # noqa: PLC0415
        from league.tables.seasons import happenings, permissions  # noqa: F401, PLC0415
        from league.tables.seasons.services.next_season import NEXT_SEASON  # noqa: PLC0415
        from league.tables.seasons.services.season_job import SEASON  # noqa: PLC0415

        happenings.register()
        kinds.register(SEASON)
        kinds.register(NEXT_SEASON)
