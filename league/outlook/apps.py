"""The Django app of the outlook, whose journal reader it registers."""

from django.apps import AppConfig


class OutlookConfig(AppConfig):
    name = "league.outlook"
    label = "outlook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.journal.subscribers import subscribe  # noqa: PLC0415
        from league.outlook import subscriber  # noqa: PLC0415

        subscribe(subscriber.NAME, None, subscriber.follow)
