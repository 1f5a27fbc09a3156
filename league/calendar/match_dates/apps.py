"""The Django app of dates of matches: registers the happenings and permissions."""

from django.apps import AppConfig


class MatchDatesConfig(AppConfig):
    name = "league.calendar.match_dates"

    def ready(self) -> None:
        from league.calendar.match_dates import happenings, permissions
        from league.calendar.match_dates.models import MOST_VENUES, Venue
        from league.calendar.match_dates.services import follow_edit, journal_called_off
        from league.clubs.permissions import is_director, is_scorer
        from league.foundation.records import rules as records
        from league.play.rounds.merged_seats import (
            register_follower,
            register_foreseer,
        )

        happenings.register()
        records.register(
            Venue,
            before_save=records.limit_rows(MOST_VENUES, of="club"),
            former="venue",
            topic="club",
            read_by=is_scorer,
            changed_by=is_director,
        )
        register_follower("match_dates", follow_edit)
        register_foreseer("match_dates", journal_called_off)
