from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "league.standings"
    label = "standings"
    default_auto_field = "django.db.models.BigAutoField"
