"""The Django app of captains and their matches; registers happenings and permissions."""

from django.apps import AppConfig


class CaptainsConfig(AppConfig):
    name = "league.calendar.captains"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.captains import happenings, permissions
        from league.calendar.captains.matches import hold_stage
        from league.calendar.captains.models import MatchRules
        from league.calendar.captains.services.postponing import follow_edit
        from league.foundation.records import rules as records
        from league.play.rounds.merged_seats import register_follower

        happenings.register()
        records.register(
            MatchRules,
            before_save=hold_stage,
            verbs={"changed": "match_rules.changed"},
            topic="matches",
        )
        register_follower("captains", follow_edit)
