"""Making a backup: a dump and its manifest, complete under their names or not there at all."""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from deploy.ops.backups.erased import gone_now, place_of_list, write_list
from deploy.ops.backups.postgres_programs import (
    BackupRefused,
    connection_words,
    find_program,
    run_program,
    server_version,
)
from deploy.site.models import LastBackup
from deploy.version import VERSION

# --- Manifest ---
# What stands beside a dump: which release made it, what is in it, and the digest of its bytes.

FORMAT = 1
PIECE = 1 << 20  # bytes read at once
# tables whose rows a dump has: those of the site's own schema, without the ones that are not logged
TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
ORDER BY relname
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`migrations` are names by app, `rows` counts by table, `digest` the SHA-256 of the dump.

    `postgres` is the major version of the server, `made_at` a moment as ISO 8601 writes it.
    """

    made_at: str
    version: str
    postgres: int
    migrations: dict[str, list[str]]
    rows: dict[str, int]
    bytes: int
    digest: str
    format: int = FORMAT

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.made_at)

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"


def place_of_manifest(dump: Path) -> Path:
    return dump.with_name(f"{dump.name}.json")


def read_manifest(dump: Path) -> Manifest:
    """Return the manifest of a dump. Raises BackupRefused without one that can be read."""
    place = place_of_manifest(dump)
    if not dump.is_file():
        raise BackupRefused(f"There is no backup {dump}: name a file that 'backup' made.")
    try:
        found: dict[str, Any] = json.loads(place.read_text())
        return Manifest(**found)
    except FileNotFoundError:
        raise BackupRefused(
            f"{place.name} is missing beside {dump}: a backup is both files. Copy it there, too."
        ) from None
    except (ValueError, TypeError) as error:
        raise BackupRefused(
            f"{place} cannot be read ({error}): take another backup, or one that was copied whole."
        ) from None


def check_bytes(dump: Path, manifest: Manifest) -> None:
    """Raise BackupRefused for a dump that is not, byte for byte, what was written."""
    size = dump.stat().st_size
    if size != manifest.bytes or digest_of_file(dump) != manifest.digest:
        raise BackupRefused(
            f"{dump} is damaged: it has {size} of {manifest.bytes} bytes, and they are not those"
            " that were written. Nothing was changed; take another copy, or the backup before."
        )


def digest_of_file(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while piece := content.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def check_release(manifest: Manifest) -> None:
    """Raise BackupRefused for a dump whose tables a newer release of the site has changed."""
    here = MigrationLoader(None).disk_migrations
    known = {*here, *(former for migration in here.values() for former in migration.replaces)}
    unknown = [
        f"{app}.{name}"
        for app, names in sorted(manifest.migrations.items())
        for name in names
        if (app, name) not in known
    ]
    if unknown:
        raise BackupRefused(
            f"This backup was made by a newer release of the site ({manifest.version}), whose"
            f" tables this one does not know ({unknown[0]}): install that release or a newer one,"
            " and restore it there. Nothing was changed."
        )


# The same questions are asked of the database that is dumped and of the one it came back into.


def migrations_of(cursor: Any) -> dict[str, list[str]]:
    """Return the names of the migrations that were applied, by app."""
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    names: dict[str, list[str]] = {}
    for app, name in cursor.fetchall():
        names.setdefault(app, []).append(name)
    return names


def rows_of(cursor: Any) -> dict[str, int]:
    """Return how many rows each table has."""
    cursor.execute(TABLES)
    tables = [name for (name,) in cursor.fetchall()]
    return {table: _count(cursor, table) for table in tables}


def _count(cursor: Any, table: str) -> int:
    cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("public", table)))
    (number,) = cursor.fetchone()
    return int(number)


def check_rows(manifest: Manifest) -> None:
    """Raise BackupRefused where the site's database has other rows than the dump had."""
    with connection.cursor() as cursor:
        found = rows_of(cursor)
    names = sorted({*found, *manifest.rows})
    other = [name for name in names if found.get(name) != manifest.rows.get(name)]
    if other:
        raise BackupRefused(
            f"What was restored is not what was dumped: {other[0]} has {found.get(other[0])} rows"
            f" and should have {manifest.rows.get(other[0])}."
        )


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
