"""The Django app of notifications."""

from django.apps import AppConfig
from django.core.checks import register


class NotificationsConfig(AppConfig):
    name = "league.office.notifications"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.journal.subscribers import subscribe
        from league.foundation.outbox import services as outbox
        from league.office.notifications import happenings, permissions, recipients, subscriber
        from league.office.notifications.services.reminding import follow_edit
        from league.office.notifications.services.sending import (
            mail_sender,
            push_sender,
        )
        from league.play.rounds.merged_seats import register_follower

        happenings.register()
        register_follower("notifications", follow_edit)
        outbox.register(mail_sender())
        outbox.register(push_sender())
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        register(recipients.check_kinds)
