from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "league.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"
