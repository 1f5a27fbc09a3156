"""`manage.py bounces PATH...|-`: stops addresses to which mails do not arrive."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.office.notifications.bounces import LONGEST_REPORT, take_bounce

STDIN = "-"
# of a maildir: where mails are that nobody has read, and those that somebody has
MAILDIR = ("new", "cur")


class Command(BaseCommand):
    help = (
        "Read delivery status reports: files, folders (a maildir too), or - for one report from "
        "standard input. Addresses to which mails will never arrive get no notifications any more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or -")

    def handle(self, *_args: Any, **options: Any) -> None:
        read = stopped = 0
        for raw in reports(options["paths"]):
            read += 1
            stopped += take_bounce(raw, timezone.now())
        self.stdout.write(f"{read} mails read, {stopped} addresses stopped")


def reports(paths: list[str]) -> Iterator[bytes]:
    """Return the beginnings of the mails at these places. Raises CommandError."""
    for path in paths:
        if path == STDIN:
            yield sys.stdin.buffer.read(LONGEST_REPORT)
            continue
        try:
            for file in files_at(Path(path)):
                with file.open("rb") as opened:
                    yield opened.read(LONGEST_REPORT)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error


def files_at(path: Path) -> list[Path]:
    """Return a file itself, the mails of a maildir, or the files in a folder."""
    if not path.is_dir():
        return [path]
    folders = [path / name for name in MAILDIR if (path / name).is_dir()] or [path]
    return sorted(file for folder in folders for file in folder.iterdir() if file.is_file())
