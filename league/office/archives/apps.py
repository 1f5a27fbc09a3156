"""The Django app of archives: its jobs and happenings, and a check that all is declared."""

from django.apps import AppConfig
from django.core import checks


class ArchivesConfig(AppConfig):
    name = "league.office.archives"

    def ready(self) -> None:
        # models must be loaded before a module that uses them
        from league.foundation.jobs import kinds
        from league.office.archives import happenings, permissions
        from league.office.archives.archive_schema import check_everything_is_declared
        from league.office.archives.services.archive_jobs import KINDS

        checks.register(check_everything_is_declared)
        happenings.register()
        for kind in KINDS:
            kinds.register(kind)
