"""The Django app of the page of a card table, for players' phones."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "league.table"
    label = "table"
    default_auto_field = "django.db.models.BigAutoField"
