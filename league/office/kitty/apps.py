"""The Django app of kitties: registers happenings, a journal reader, parts in merges and copies."""

from django.apps import AppConfig


class KittyConfig(AppConfig):
    name = "league.office.kitty"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up
        from league.foundation.journal.subscribers import subscribe
        from league.foundation.records import rules as records
        from league.office.kitty import (
            charges,
            happenings,
            merged_accounts,
            permissions,
            subscriber,
        )
        from league.office.kitty.models import EventAmounts, EventCharges, HouseAmounts, Kitty
        from league.office.kitty.services.booking import charge_event
        from league.office.kitty.services.kitty_settings import (
            check_event_amounts,
            check_house_amounts,
            check_kitty,
            follow_removal,
        )
        from league.play.events.services import copy_along

        happenings.register()
        records.register(Kitty, before_save=check_kitty, verbs={"changed": "kitty.switched_on"})
        records.register(
            HouseAmounts,
            before_save=check_house_amounts,
            before_remove=follow_removal,
            verbs={
                "added": "kitty.amounts_changed",
                "changed": "kitty.amounts_changed",
                "removed": "kitty.amounts_withdrawn",
            },
            topic="",
        )
        records.register(
            EventAmounts,
            before_save=check_event_amounts,
            verbs={"changed": "kitty.event_amounts_changed"},
        )
        merged_accounts.register_accounts()
        copy_along("kitty", charges.copy_amounts)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        catching_up.register(
            EventCharges, lambda event_id, at, _progress: charge_event(event_id=event_id, at=at)
        )
