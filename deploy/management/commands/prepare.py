"""What must be done before the site is opened: tables, static files, the demo, weekly deals."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from league.clubs.models import Club
from league.prepared.services import make_weekly_deals


class Command(BaseCommand):
    help = "Brings the tables and the static files up to date and fills an empty demo."
    requires_system_checks = ()
    requires_migrations_checks = False

    def handle(self, *_args: Any, **_options: Any) -> None:
        # compressing lets the rest go on beside it
        with ThreadPoolExecutor(max_workers=1) as beside:
            collected = beside.submit(collect) if settings.STATIC_COLLECTED else None
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                with self.step("Making the tables"):
                    call_command("migrate", verbosity=0, interactive=False)
            if settings.DEMO and "demo" in get_commands() and not Club.objects.exists():
                with self.step("Playing the demo club's season"):
                    call_command("demo", stdout=self.stdout, stderr=self.stderr)
            # the worker makes them too, ten minutes after it starts
            make_weekly_deals(at=timezone.now())
            if collected is not None:
                with self.step("Collecting styles, scripts and fonts"):
                    collected.result()

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        self.stdout.write(f"{text} ...")
        self.stdout.flush()
        started = time.perf_counter()
        yield
        self.stdout.write(f"  done in {time.perf_counter() - started:.1f} s")
        self.stdout.flush()


def collect() -> None:
    """Bring the collected files up to date; only what is new is compressed."""
    call_command("collectstatic", verbosity=0, interactive=False, clear=False)
