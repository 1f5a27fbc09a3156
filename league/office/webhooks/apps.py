"""The Django app of webhooks and changes."""

from django.apps import AppConfig
from django.core.checks import register


class WebhooksConfig(AppConfig):
    name = "league.office.webhooks"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.clubs.permissions import is_owner
        from league.foundation.journal.subscribers import subscribe
        from league.foundation.outbox import services as outbox
        from league.foundation.records import rules as records
        from league.office.webhooks import happenings, permissions, subscriber, topics
        from league.office.webhooks.models import MOST_WEBHOOKS, Webhook
        from league.office.webhooks.services import (
            mail_sender,
            sender,
        )

        happenings.register()
        most = records.limit_rows(MOST_WEBHOOKS, of="club")
        records.register(
            Webhook,
            before_save=most,
            former="host",
            topic="",
            read_by=is_owner,
            changed_by=is_owner,
        )
        outbox.register(mail_sender())
        outbox.register(sender())
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        register(topics.check_topics)
