from django.apps import AppConfig


class OnceConfig(AppConfig):
    name = "league.once"
    label = "once"
