from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "league.results"
    label = "results"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # here, because they need the models
        from league.journal.subscribers import subscribe  # noqa: PLC0415
        from league.results import (  # noqa: PLC0415
            happenings,
            permissions,  # noqa: F401
            subscriber,
        )

        happenings.register()
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.follow)
