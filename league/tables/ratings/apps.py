"""The Django app of ratings, whose job and journal reader it registers."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "league.tables.ratings"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import catching_up, kinds
        from league.foundation.journal.subscribers import subscribe
        from league.tables.ratings import happenings, subscriber
        from league.tables.ratings.models import ClubRatings
        from league.tables.ratings.services import (
            RATINGS,
            rebuild,
        )

        happenings.register()
        kinds.register(RATINGS)
        subscribe(subscriber.NAME, subscriber.KINDS, subscriber.on_journal_entries)
        catching_up.register(
            ClubRatings,
            lambda club_id, at, progress: rebuild(club_id=club_id, at=at, progress=progress),
            shown_as=RATINGS,
        )
