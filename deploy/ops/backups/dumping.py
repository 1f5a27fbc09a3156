"""Making a backup: a dump and its manifest, complete under their names or not there at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter

import psycopg
from django.db import OperationalError

from deploy.ops.backups.erased import gone_now, place_of_list, write_list
from deploy.ops.backups.manifest import (
    Manifest,
    digest_of_file,
    migrations_of,
    place_of_manifest,
    rows_of,
)
from deploy.ops.backups.postgres_programs import (
    connection_words,
    find_program,
    run_program,
    server_version,
)
from deploy.ops.backups.unusable import BackupRefused
from deploy.site.models import LastBackup
from deploy.version import VERSION

SUFFIX = ".dump"
NAME = "tricktable-{:%Y%m%dT%H%M%SZ}" + SUFFIX
OURS = re.compile(r"tricktable-\d{8}T\d{6}Z\.dump")
BEGUN = ".begun"
# a backup that was begun so long ago is not being made any more
GIVEN_UP = timedelta(days=1)
# what a restore sets aside is no part of the site
SET_ASIDE = "before_restore"


@dataclass(frozen=True, slots=True)
class Made:
    dump: Path
    manifest: Manifest
    seconds: float


def make_backup(target: Path, *, at: datetime) -> Made:
    """Dump the site's database into a folder, or into a file (`*.dump`), and note that it is done.

    Raises BackupRefused, and then leaves nothing under the name of a backup.
    """
    started = perf_counter()
    dump = place_for(target, at)
    begun = dump.with_name(f".{dump.name}{BEGUN}")
    program = find_program("pg_dump", server=server_version())
    try:
        manifest = _dump(program, begun, at)
        write_list(place_of_list(dump), gone_now())
        _publish(begun, dump, manifest)
    except OSError as error:
        raise BackupRefused(f"{dump} cannot be written: {error.strerror}.") from error
    finally:
        begun.unlink(missing_ok=True)
    made = Made(dump, manifest, perf_counter() - started)
    _note(made, at)
    return made


def place_for(target: Path, at: datetime) -> Path:
    """Return the file for a backup; its folder is made, for its owner alone, if it is missing."""
    dump = target if target.suffix == SUFFIX else target / NAME.format(at)
    try:
        dump.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupRefused(f"{dump.parent} cannot be made: {error.strerror}.") from error
    if dump.exists():
        raise BackupRefused(f"{dump} is there already: name another file, or a folder.")
    return dump.resolve()


def _dump(program: Path, begun: Path, at: datetime) -> Manifest:
    """Dump into the file, and say what is in it, both as of the same moment."""
    os.close(os.open(begun, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    with _one_moment() as (snapshot, cursor):
        migrations, rows = migrations_of(cursor), rows_of(cursor)
        run_program(
            program,
            *("--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data"),
            *(f"--exclude-schema={SET_ASIDE}", f"--snapshot={snapshot}", f"--file={begun}"),
        )
    return Manifest(
        made_at=at.isoformat(),
        version=VERSION,
        postgres=server_version(),
        migrations=migrations,
        rows=rows,
        bytes=begun.stat().st_size,
        digest=digest_of_file(begun),
    )


@contextmanager
def _one_moment() -> Iterator[tuple[str, "psycopg.Cursor[tuple[object, ...]]"]]:
    """Hold the database as it is now; yields the name of the moment, and who asks about it."""
    try:
        held = psycopg.connect(**connection_words())
    except psycopg.OperationalError as error:
        raise OperationalError(str(error)) from error
    with held, held.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        # it waits while the dump is made, however long the site lets others wait
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SET LOCAL {limit} = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        row = cursor.fetchone()
        assert row is not None  # noqa: S101  the function always answers
        yield str(row[0]), cursor


def _publish(begun: Path, dump: Path, manifest: Manifest) -> None:
    """Give the dump its name when all of it, and its manifest, are on the disk."""
    beside = place_of_manifest(dump)
    draft = beside.with_name(f".{beside.name}{BEGUN}")
    draft.touch(mode=0o600)
    draft.write_text(manifest.as_json())
    for file in (begun, draft):
        _sync(file)
    draft.replace(beside)
    begun.replace(dump)
    _sync(dump.parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _note(made: Made, at: datetime) -> None:
    LastBackup.objects.update_or_create(
        defaults={
            "made_at": at,
            "file": str(made.dump),
            "bytes": made.manifest.bytes,
            "seconds": made.seconds,
        }
    )


def last_backup() -> LastBackup | None:
    """Return the last backup that was completed, wherever it was made; None: there is none."""
    return LastBackup.objects.first()


# Older backups in the same folder.


def keep_newest(folder: Path, count: int, *, at: datetime) -> list[Path]:
    """Remove all but the newest backups that got their names here; return those that went.

    Whatever else is in the folder stays, but for what was begun long ago and never completed.
    """
    ours = sorted(path for path in folder.iterdir() if OURS.fullmatch(path.name))
    gone = ours[: max(0, len(ours) - count)]
    for dump in gone:
        for file in (dump, place_of_manifest(dump), place_of_list(dump)):
            file.unlink(missing_ok=True)
    for begun in folder.glob(f".tricktable-*{BEGUN}"):
        if begun.stat().st_mtime < (at - GIVEN_UP).timestamp():
            begun.unlink(missing_ok=True)
    return gone
