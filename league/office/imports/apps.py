"""The Django app of imports, whose job it registers."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "league.office.imports"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import kinds
        from league.office.imports.services import IMPORT, READING

        kinds.register(IMPORT)
        kinds.register(READING)
