"""The Django app of prepared deals, which it makes known to the journal and to rounds."""

from django.apps import AppConfig


class PreparedConfig(AppConfig):
    name = "league.play.prepared"

    def ready(self) -> None:
        # here, because they need the models
        from league.foundation.journal.subscribers import subscribe
        from league.play.prepared import (
            happenings,
            permissions,
            stage_deals,
            subscriber,
        )
        from league.play.rounds.prepared_deals import use_prepared

        happenings.register()
        use_prepared(stage_deals.numbering)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
