"""The Django app of the public's pages."""

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "league.faces.public"
    label = "public"
    default_auto_field = "django.db.models.BigAutoField"
