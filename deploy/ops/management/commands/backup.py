"""`manage.py backup [FOLDER or FILE]`: all that the site knows, in two files beside each other."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deploy.ops.backups.dumping import SUFFIX, keep_newest, make_backup
from deploy.ops.backups.postgres_programs import BackupRefused


class Command(BaseCommand):
    help = "Makes a backup of the site's database while the site runs (docs/backup.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "target",
            nargs="?",
            type=Path,
            default=settings.BACKUP_FOLDER,
            help=f"a folder, or a file that ends in {SUFFIX} (default: %(default)s)",
        )
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="remove all but the newest N backups in the folder when this one is made",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        target, keep, at = options["target"], options["keep"], timezone.now()
        if keep is not None and (keep < 1 or target.suffix == SUFFIX):
            raise CommandError("--keep is a number from 1, for backups into a folder.")
        try:
            made = make_backup(target, at=at)
        except BackupRefused as refused:
            raise CommandError(f"No backup was made. {refused}") from refused
        size, rows = made.manifest.bytes / 1e6, sum(made.manifest.rows.values())
        self.stdout.write(f"{made.dump}: {rows} rows, {size:.1f} MB, made in {made.seconds:.1f} s.")
        if keep is not None:
            gone = keep_newest(target, keep, at=at)
            self.stdout.write(f"Older backups removed: {len(gone)}.")
