"""`manage.py restore FILE`: bring a backup back, into an empty database or in place of this one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from deploy.ops.backups.dumping import Manifest
from deploy.ops.backups.postgres_programs import BackupRefused
from deploy.ops.backups.restoring import checked_backup, is_empty, restore_backup


class Command(BaseCommand):
    help = (
        "Restores a backup. Stop the web servers, the workers and the beat first (docs/backup.md)."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the *.dump that `backup` made")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="restore in place of what is in the database, after its name was typed",
        )
        parser.add_argument(
            "--confirm",
            metavar="DATABASE",
            default="",
            help="the name of the database that is replaced, instead of typing it",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            manifest = checked_backup(options["file"])
            self.stdout.write(
                f"Backup of {manifest.moment:%Y-%m-%d %H:%M} UTC, release {manifest.version},"
                f" {sum(manifest.rows.values())} rows."
            )
            if not is_empty():
                self._confirm(manifest, replace=options["replace"], typed=options["confirm"])
            restore_backup(options["file"], manifest, at=timezone.now(), report=self.stdout.write)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write("The site can be started.")

    def _confirm(self, manifest: Manifest, *, replace: bool, typed: str) -> None:
        name = connection.settings_dict["NAME"]
        if not replace:
            raise BackupRefused(
                f"The database {name} is not empty: restore into an empty one, or give --replace to"
                " lose what it has. Nothing was changed."
            )
        typed = typed or self._ask(name, manifest)
        if typed != name:
            raise BackupRefused(f"“{typed}” is not {name}. Nothing was changed.")

    def _ask(self, name: str, manifest: Manifest) -> str:
        try:
            return input(
                f"Everything that happened since {manifest.moment:%Y-%m-%d %H:%M} UTC will be lost."
                f" Type {name} to replace what the database {name} has: "
            ).strip()
        except EOFError:
            raise BackupRefused(
                f"Nobody is here to confirm it: give --confirm {name}. Nothing was changed."
            ) from None
