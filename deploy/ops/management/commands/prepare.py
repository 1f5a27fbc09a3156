"""What must be done before the site is opened: tables, texts, static files, demo, weekly deals.

The one step of every deployment, first or next: what is done already is not done again, and of two
that run at once, here or on another machine, one waits for the other.
"""

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from deploy.site.catalogues import compile_catalogue, stale_catalogues
from deploy.site.one_at_a_time import alone
from league.clubs.models import Club
from league.demo.progress import note_progress
from league.demo.season_behind import progress_now, season_to_play
from league.play.prepared.services import make_weekly_deals


class Command(BaseCommand):
    help = (
        "Brings tables, texts and static files up to date, and fills an empty demo. The one step of"
        " every deployment: run it before the processes are started, as often as you like."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--season-later",
            action="store_true",
            help="leave the season behind the demo to a `manage.py demo` beside the open site",
        )
        parser.add_argument(
            "--files-elsewhere",
            action="store_true",
            help="leave the static files to a `manage.py collectstatic` beside this command",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with alone():
                self._prepare(options)
        except PermissionError as error:
            raise CommandError(
                f"{error.filename} cannot be written: run this command as the user to whom the"
                " site's folder belongs."
            ) from error

    def _prepare(self, options: dict[str, Any]) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            with self.step("Making the tables"):
                call_command("migrate", verbosity=0, interactive=False)
        if settings.DEMO and "demo" in get_commands():
            self._fill_demo(season_later=options["season_later"])
        else:
            note_progress(None)  # it was a demo once
        # the worker makes them too, ten minutes after it starts
        make_weekly_deals(at=timezone.now())
        if stale := stale_catalogues(settings.BASE_DIR):
            with self.step("Compiling the texts of all languages"):
                for path in stale:
                    compile_catalogue(path)
        if settings.STATIC_COLLECTED and not options["files_elsewhere"]:
            with self.step("Collecting styles, scripts and fonts"):
                call_command("collectstatic", verbosity=0, interactive=False, clear=False)

    def _fill_demo(self, *, season_later: bool) -> None:
        """Make the demo in an empty database; play its season on, or note that it is to be."""
        out = {"stdout": self.stdout, "stderr": self.stderr}
        is_empty = not Club.objects.exists()
        if is_empty and season_later:
            with self.step("Making the demo club and its evening"):
                call_command("demo", "--tonight", **out)
        elif is_empty or (season_to_play() and not season_later):
            with self.step("Playing the demo club's season"):
                call_command("demo", **out)
        else:
            note_progress(progress_now())

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        self.stdout.write(f"{text} ...")
        self.stdout.flush()
        started = time.perf_counter()
        yield
        self.stdout.write(f"  done in {time.perf_counter() - started:.1f} s")
        self.stdout.flush()
