"""The Django app of the limits of clubs."""

from django.apps import AppConfig


class ClubLimitsConfig(AppConfig):
    name = "league.foundation.club_limits"
    label = "club_limits"
    default_auto_field = "django.db.models.BigAutoField"
