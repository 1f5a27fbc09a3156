"""`manage.py archive`: write what a club has into a file, and read such a file."""

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils import timezone

from league.clubs.models import Club, User
from league.clubs.services.accounts import account_for
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act, Actor
from league.foundation.refusal import Refused
from league.office.archives.scope import Scope
from league.office.archives.services.archive_jobs import was_read, would_be_read
from league.office.archives.services.read_archive import (
    Read,
    address_in,
    read_archive,
    rebuild_what_follows,
    write_archive,
)

COMMAND = Actor(name="manage.py archive", via="system")


class Shown(Progress):
    """Says each step on the error output, where that is a terminal."""

    def step(self, sentence: str, total: int = 0) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"{sentence}\n")


class Command(BaseCommand):
    help = (
        "write CLUB FILE: puts everything of a club into one file, or one event or season of it. "
        "read FILE: brings such a file back, into the club with its address or a new one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        doors = parser.add_subparsers(dest="door", required=True)
        write = doors.add_parser("write", help="write an archive")
        write.add_argument("club", help="the address of the club")
        write.add_argument("file", type=Path, help="the file to write")
        part = write.add_mutually_exclusive_group()
        part.add_argument("--event", default="", help="only the event with this address")
        part.add_argument("--season", default="", help="only the season with this address")
        write.add_argument(
            "--addresses", action="store_true", help="with the e-mail addresses of people"
        )
        read = doors.add_parser("read", help="read an archive")
        read.add_argument("file", type=Path, help="the file to read")
        read.add_argument(
            "--as",
            dest="slug",
            default="",
            help="the address of the club to read it into; without one that of the archive's",
        )
        read.add_argument(
            "--owner", default="", help="the e-mail address of who owns a club that is made"
        )
        read.add_argument(
            "--dry-run", action="store_true", help="say what would happen, and change nothing"
        )

    def handle(self, *, door: str, **options: Any) -> None:
        try:
            self._write(**options) if door == "write" else self._read(**options)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error

    def _write(
        self, *, club: str, file: Path, event: str, season: str, addresses: bool, **_more: Any
    ) -> None:
        scope = _scope(club, event, season)
        # beside it and renamed at the end: half an archive never has the name of a whole one
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as half:
            try:
                manifest = write_archive(
                    scope, half, at=timezone.now(), with_addresses=addresses, progress=Shown()
                )
                half.flush()
                os.replace(half.name, file)
            except BaseException:
                Path(half.name).unlink(missing_ok=True)
                raise
        rows = sum(one.rows or 0 for one in manifest.files.values())
        self.stdout.write(f"Wrote {scope.name} into {file}: {rows} records.")

    def _read(self, *, file: Path, slug: str, owner: str, dry_run: bool, **_more: Any) -> None:
        with file.open("rb") as opened:
            into = _club_to_read_into(opened, slug)
            at = timezone.now()
            done = read_archive(
                opened,
                by=Act(COMMAND, at),
                into=into,
                slug=slug,
                owner=_owner(owner) if owner and into is None and not dry_run else None,
                only_try=dry_run,
                progress=Shown(),
            )
        if not dry_run:
            rebuild_what_follows(done, at=at, progress=Shown())
        self._say(done, is_new=into is None, has_owner=bool(owner), dry_run=dry_run)

    def _say(self, done: Read, *, is_new: bool, has_owner: bool, dry_run: bool) -> None:
        self.stdout.write(would_be_read(done) if dry_run else was_read(done))
        for note in done.report.notes:
            self.stdout.write(f"- {note}")
        if done.report.more_notes:
            self.stdout.write(f"- and {done.report.more_notes} more")
        if is_new and not has_owner:
            self.stdout.write("The club is new: say with --owner ADDRESS who owns it.")


def _scope(club: str, event: str, season: str) -> Scope:
    own: Club = _with_address(Club.objects.all(), club)
    return Scope(
        club=own,
        event=_with_address(own.events.all(), event) if event else None,
        season=_with_address(own.seasons.all(), season) if season else None,
    )


def _with_address(rows: "QuerySet[Any]", slug: str) -> Any:
    row = rows.filter(slug=slug).first()
    if row is None:
        what = rows.model._meta.model_name
        raise CommandError(f"There is no {what} with the address {slug}.")
    return row


def _club_to_read_into(file: Any, slug: str) -> Club | None:
    """Return the club that is there, by the address given or by that of the archive's club."""
    return Club.objects.filter(slug=slug or address_in(file)).first()


def _owner(email: str) -> User:
    user, _is_new = account_for(email=email, name="", language="en")
    return user
