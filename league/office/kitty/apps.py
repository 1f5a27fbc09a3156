"""The Django app of kitties: registers happenings, a journal reader, parts in merges and copies."""

from django.apps import AppConfig


class KittyConfig(AppConfig):
    name = "league.office.kitty"
    label = "kitty"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up  # noqa: PLC0415
        from league.foundation.journal.subscribers import subscribe  # noqa: PLC0415
        from league.office.kitty import (  # noqa: PLC0415
            charges,
            happenings,
            merged_accounts,
            subscriber,
        )
        from league.office.kitty.models import EventCharges  # noqa: PLC0415
        from league.office.kitty.services.booking import charge_event  # noqa: PLC0415
        from league.play.events.services import copy_along  # noqa: PLC0415

        happenings.register()
        merged_accounts.register_accounts()
        copy_along("kitty", charges.copy_amounts)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        catching_up.register(
            EventCharges, lambda event_id, at, _progress: charge_event(event_id=event_id, at=at)
        )
