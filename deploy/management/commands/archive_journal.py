"""`manage.py archive_journal`: what has passed goes into files; `--check`: do the files hold?"""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deploy.journal_kept import archive_folder, archive_what_is_due, month_begun
from league.journal.archive_file import DamagedArchive
from league.journal.archiving import ArchiveRefused, look_at_files


class Command(BaseCommand):
    help = (
        "Moves what has passed from the journal into the archive, or checks the archive's files"
        " (docs/backup.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="move nothing; read each file through and compare it with what is known of it",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if not settings.JOURNAL_ARCHIVE_FOLDER:
            raise CommandError(
                "JOURNAL_ARCHIVE_FOLDER is not set: the journal keeps everything. Set it to the"
                " folder of the archive (docs/backup.md)."
            )
        try:
            if options["check"]:
                self._check()
            else:
                self._archive()
        except (ArchiveRefused, DamagedArchive) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{error.filename or settings.JOURNAL_ARCHIVE_FOLDER} cannot be written or read:"
                f" {error.strerror}. Nothing was removed from the journal."
            ) from error

    def _archive(self) -> None:
        count, at = 0, timezone.now()
        # until nothing is left, however much it is
        while files := list(self._said(at)):
            count += sum(files)
        self.stdout.write(
            f"{count} happenings from before {month_begun(at):%Y-%m-%d} were moved to the archive."
        )

    def _said(self, at: datetime) -> Iterator[int]:
        for archive in archive_what_is_due(at):
            self.stdout.write(f"{archive.file_name}: {archive.happenings} happenings.")
            yield archive.happenings

    def _check(self) -> None:
        looked = look_at_files(archive_folder(), thoroughly=True)
        self.stdout.write(f"{looked.whole} files of the archive are as they were written.")
        for fault in looked.faults:
            self.stderr.write(fault)
        if looked.faults:
            raise CommandError(f"{len(looked.faults)} files of the archive are not right.")
