from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "league.clubs"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.clubs import happenings, permissions, subscriber
        from league.clubs.models import KeptApart
        from league.clubs.services.mail_kinds import register_kinds
        from league.clubs.services.player_import import PEOPLE
        from league.clubs.services.players import hold_pair
        from league.foundation.jobs import kinds
        from league.foundation.journal.subscribers import subscribe
        from league.foundation.records import rules as records

        happenings.register()
        records.register(
            KeptApart,
            before_save=hold_pair,
            verbs=dict.fromkeys(("added", "changed"), "player.kept_apart")
            | {"revoked": "player.may_meet"},
        )
        kinds.register(PEOPLE)
        register_kinds()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
