"""The Django app of ratings, whose job and journal reader it registers."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "league.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.jobs import kinds  # noqa: PLC0415
        from league.journal.subscribers import subscribe  # noqa: PLC0415
        from league.ratings import happenings, subscriber  # noqa: PLC0415
        from league.ratings.services.ratings_job import RATINGS  # noqa: PLC0415

        happenings.register()
        kinds.register(RATINGS)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.follow)
