"""The Django app of associations: registers happenings, its reader, a rule for entries."""

from django.apps import AppConfig


class AssociationsConfig(AppConfig):
    name = "league.office.associations"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.journal.subscribers import subscribe
        from league.office.associations import (
            happenings,
            merged_registrations,
            permissions,
            subscriber,
        )
        from league.office.associations.services import championships, registering
        from league.play.events.entry_rules import register_entry_rule
        from league.tables.seasons.services.next_season import register_carried

        happenings.register()
        merged_registrations.register_registrations()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        register_entry_rule("associations", championships.RULE)
        register_carried("associations", registering.carry_registrations)
