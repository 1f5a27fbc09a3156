"""Bringing a backup back: checked first, then all of it or nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction

from deploy.ops.backups.dumping import (
    SET_ASIDE,
    Manifest,
    check_bytes,
    check_release,
    check_rows,
    read_manifest,
)
from deploy.ops.backups.erased import erase_again, gone_now, lists_beside
from deploy.ops.backups.postgres_programs import (
    BackupRefused,
    find_program,
    run_program,
    server_version,
)
from deploy.site.restored import put_right

Report = Callable[[str], None]

OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
TABLES = "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(%s) AND relkind = 'r'"


def checked_backup(dump: Path) -> Manifest:
    """Return the manifest of a backup that can be restored here. Raises BackupRefused."""
    manifest = read_manifest(dump)
    check_bytes(dump, manifest)
    check_release(manifest)
    here = server_version()
    if here < manifest.postgres:
        raise BackupRefused(
            f"This backup is of PostgreSQL {manifest.postgres}, and the server here is older"
            f" ({here}): restore it into PostgreSQL {manifest.postgres} or newer."
        )
    return manifest


def is_empty() -> bool:
    return _number_of_tables("public") == 0


def _number_of_tables(schema: str) -> int:
    return _ask(TABLES, schema)


def _ask(question: str, *values: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(question, values)
        return int(cursor.fetchone()[0])


def check_nobody_is_connected() -> None:
    """Raise BackupRefused while web servers, workers or people are connected to the database."""
    others = _ask(OTHERS)
    if others:
        raise BackupRefused(
            f"Somebody else is connected to the database ({others} connections): stop the web"
            " servers, the workers and the beat first. Nothing was changed."
        )


def restore_backup(dump: Path, manifest: Manifest, *, at: datetime, report: Report) -> None:
    """Restore a backup that was checked into the site's database, and make it go on from there.

    What the database has is set aside meanwhile and comes back when anything fails. Raises
    BackupRefused.
    """
    program = find_program("pg_restore", server=server_version())
    check_nobody_is_connected()
    gone = gone_now() | lists_beside(dump)
    with _set_aside():
        report("Restoring ...")
        connection.close()  # what it knows of the tables is over
        run_program(
            program,
            *("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", dump),
        )
        check_rows(manifest)
        report(f"All {sum(manifest.rows.values())} rows of {len(manifest.rows)} tables are back.")
        _bring_up_to_date(at)
        if erased := erase_again(gone, at=at):
            report(f"{erased} players, accounts and clubs that were erased are erased again.")


def _bring_up_to_date(at: datetime) -> None:
    call_command("migrate", verbosity=0, interactive=False)
    put_right(at)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@contextmanager
def _set_aside() -> Iterator[None]:
    """Set what is in the database aside; drop it at the end, or bring it back after a failure."""
    _start_afresh()
    try:
        yield
    except BaseException:
        connection.close()
        _change(DROP_NEW, BRING_BACK)
        raise
    _change(DROP_OLD)


START_AFRESH = (
    f"ALTER SCHEMA public RENAME TO {SET_ASIDE}",
    "CREATE SCHEMA public AUTHORIZATION pg_database_owner",
    "GRANT USAGE ON SCHEMA public TO PUBLIC",
)
DROP_NEW = "DROP SCHEMA public CASCADE"
DROP_OLD = f"DROP SCHEMA {SET_ASIDE} CASCADE"
BRING_BACK = f"ALTER SCHEMA {SET_ASIDE} RENAME TO public"


def _start_afresh() -> None:
    if _number_of_tables(SET_ASIDE):
        raise BackupRefused(
            f"The schema {SET_ASIDE} holds what a restore that was cut off has set aside: look at"
            f' it, then bring it back by "{DROP_NEW}; {BRING_BACK};", or drop it by "{DROP_OLD};".'
        )
    try:
        _change(f"DROP SCHEMA IF EXISTS {SET_ASIDE} CASCADE", *START_AFRESH)
    except ProgrammingError as error:
        raise BackupRefused(
            f"The site's role may not change the database ({str(error).strip()}): as a superuser"
            ' make it the owner: ALTER DATABASE "{name}" OWNER TO "{user}"; and, in it,'
            " ALTER SCHEMA public OWNER TO pg_database_owner;".format(
                name=connection.settings_dict["NAME"], user=connection.settings_dict["USER"]
            )
        ) from error


@transaction.atomic
def _change(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
