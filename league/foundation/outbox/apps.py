"""The Django app of the outbox."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "league.foundation.outbox"
    label = "outbox"
    default_auto_field = "django.db.models.BigAutoField"
