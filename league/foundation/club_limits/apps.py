"""The Django app of the limits of clubs."""

from django.apps import AppConfig


class ClubLimitsConfig(AppConfig):
    name = "league.foundation.club_limits"
