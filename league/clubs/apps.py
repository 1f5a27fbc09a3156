from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "league.clubs"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.clubs import happenings, permissions, subscriber
        from league.clubs.services.mail_kinds import register_kinds
        from league.clubs.services.player_import import PEOPLE
        from league.foundation.jobs import kinds
        from league.foundation.journal.subscribers import subscribe

        happenings.register()
        kinds.register(PEOPLE)
        register_kinds()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
