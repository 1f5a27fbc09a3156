"""The Django app of statistics, whose job and journal reader it registers."""

from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    name = "league.tables.statistics"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up, kinds
        from league.foundation.journal.subscribers import subscribe
        from league.tables.statistics import subscriber
        from league.tables.statistics.models import StageStatistics
        from league.tables.statistics.services import (
            STATISTICS,
            recount,
        )

        kinds.register(STATISTICS)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        catching_up.register(
            StageStatistics,
            lambda stage_id, at, _progress: recount(stage_id=stage_id, at=at),
            shown_as=STATISTICS,
            shown_of_club=True,
        )
