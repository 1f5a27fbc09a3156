"""The Django app of the outlook, whose journal reader it registers."""

from django.apps import AppConfig


class OutlookConfig(AppConfig):
    name = "league.tables.outlook"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up
        from league.foundation.journal.subscribers import subscribe
        from league.tables.outlook import subscriber
        from league.tables.outlook.models import StageOutlook
        from league.tables.outlook.services import recompute_outlook

        subscribe(subscriber.NAME, None, subscriber.on_journal_entries)
        catching_up.register(
            StageOutlook,
            lambda stage_id, at, _progress: recompute_outlook(stage_id=stage_id, at=at),
        )
