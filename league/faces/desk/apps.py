"""The Django app of the desk, the organisers' pages, whose print jobs it registers."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "league.faces.desk"

    def ready(self) -> None:
        # here, because it needs the models: what a worker prints is registered as a job
        from league.office.documents import every_document
