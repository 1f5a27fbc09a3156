"""The Django app of captains and their matches; registers happenings and permissions."""

from django.apps import AppConfig


class CaptainsConfig(AppConfig):
    name = "league.calendar.captains"
    label = "captains"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.calendar.captains import happenings, permissions  # noqa: F401, PLC0415
        from league.calendar.captains.matches import hold_stage  # noqa: PLC0415
        from league.calendar.captains.models import MatchRules  # noqa: PLC0415
        from league.calendar.captains.services.postponing import follow_edit  # noqa: PLC0415
        from league.foundation.records import rules as records  # noqa: PLC0415
        from league.play.rounds.merged_seats import register_follower  # noqa: PLC0415

        happenings.register()
        records.register(
            MatchRules,
            before_save=hold_stage,
            verbs={"changed": "match_rules.changed"},
        )
        register_follower("captains", follow_edit)
