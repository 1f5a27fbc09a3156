"""The Django app of highlights, whose journal reader it registers."""

from django.apps import AppConfig


class HighlightsConfig(AppConfig):
    name = "league.tables.highlights"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation import derived_state
        from league.foundation.jobs import catching_up
        from league.foundation.journal.subscribers import subscribe
        from league.tables.highlights import services, subscriber
        from league.tables.highlights.models import EventHighlights, SeasonTop
        from league.tables.standings.models import StageStandings
        from league.tables.statistics.models import StageStatistics

        subscribe(subscriber.NAME, None, subscriber.on_journal_entries)
        derived_state.on_change(StageStandings, services.follow_standings)
        derived_state.on_change(StageStatistics, services.follow_statistics)
        catching_up.register(
            EventHighlights,
            lambda event_id, at, _progress: services.work_out_event(event_id=event_id, at=at),
        )
        catching_up.register(
            SeasonTop,
            lambda season_id, at, _progress: services.work_out_season(season_id=season_id, at=at),
        )
