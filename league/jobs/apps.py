from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "league.jobs"
    label = "orders"
    default_auto_field = "django.db.models.BigAutoField"
