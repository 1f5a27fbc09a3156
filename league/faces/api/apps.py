"""The Django app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "league.faces.api"
