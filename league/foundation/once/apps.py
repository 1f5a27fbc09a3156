"""The Django app of requests with a key, which are done once even when they are sent twice."""

from django.apps import AppConfig


class OnceConfig(AppConfig):
    name = "league.foundation.once"
