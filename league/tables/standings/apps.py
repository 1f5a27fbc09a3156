"""The Django app of standings, which it makes known to the journal, jobs, events and rounds."""

from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "league.tables.standings"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up, kinds
        from league.foundation.journal.subscribers import subscribe
        from league.play.events.setup_problems import add_check
        from league.tables.standings import (
            happenings,
            subscriber,
            table_results,
        )
        from league.tables.standings.models import StageStandings
        from league.tables.standings.services.rebuilding import (
            STANDINGS,
            rebuild,
        )
        from league.tables.standings.setup_check import check_scoring

        subscribe(subscriber.NAME, None, subscriber.on_journal_entries)
        table_results.register()
        happenings.register()
        kinds.register(STANDINGS)
        add_check(check_scoring)
        catching_up.register(
            StageStandings,
            lambda stage_id, at, progress: rebuild(stage_id=stage_id, at=at, progress=progress),
            shown_as=STANDINGS,
        )
