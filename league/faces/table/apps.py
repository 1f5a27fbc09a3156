"""The Django app of the page of a card table, for players' phones."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "league.faces.table"
