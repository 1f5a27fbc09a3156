from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "league.play.results"

    def ready(self) -> None:
        # here, because they need the models
        from league.foundation.journal.subscribers import subscribe
        from league.foundation.records import rules as records
        from league.play.results import (
            happenings,
            permissions,
            subscriber,
        )
        from league.play.results.models import Adjustment
        from league.play.results.services.revoking import while_running

        happenings.register()
        records.register(
            Adjustment,
            before_save=while_running,
            before_remove=while_running,
            verbs={"added": "made"},
        )
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
