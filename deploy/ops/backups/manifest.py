"""What stands beside a dump: which release made it, what is in it, and the digest of its bytes."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from deploy.ops.backups.unusable import BackupRefused

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
