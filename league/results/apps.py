from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "league.results"
    label = "results"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.results import happenings, permissions  # noqa: F401, PLC0415

        happenings.register()
