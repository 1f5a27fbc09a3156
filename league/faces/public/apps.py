"""The Django app of the public's pages."""

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "league.faces.public"
