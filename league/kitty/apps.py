"""The Django app of kitties, whose happenings, journal reader and part in merges it registers."""

from django.apps import AppConfig


class KittyConfig(AppConfig):
    name = "league.kitty"
    label = "kitty"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.journal.subscribers import subscribe  # noqa: PLC0415
        from league.kitty import (  # noqa: PLC0415
            happenings,
            merged_accounts,
            permissions,  # noqa: F401
            subscriber,
        )

        happenings.register()
        merged_accounts.register_accounts()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.follow)
