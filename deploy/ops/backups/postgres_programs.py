"""PostgreSQL's own programs for dumps, of a version that fits the server."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections
from psycopg import pq
from psycopg.conninfo import make_conninfo

from deploy.run.embedded.postgres import find_binaries, major_version, places_to_look

# --- Why a backup was not made or not restored ---


class BackupRefused(Exception):
    """A backup cannot be made or restored; the text says why, and what to do about it."""


# of this version and newer ones, programs write and read what servers of each other understand
MIXED_SINCE = 17


def server_version() -> int:
    """Return the major version of the server that the site's database is on."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def find_program(name: str, *, server: int) -> Path:
    """Return pg_dump or pg_restore of the server's version, else of the next newer one that fits.

    Raises BackupRefused when there is none.
    """
    found = {
        version: folder / name
        for folder in reversed([*_folders()])
        if os.access(folder / name, os.X_OK) and (version := major_version(folder / name))
    }
    fitting = [version for version in sorted(found) if fits(version, server=server)]
    if fitting:
        return found[fitting[0]]
    here = ", ".join(map(str, sorted(found)))
    raise BackupRefused(
        f"{name} of PostgreSQL {server} is needed, which the database is on, and "
        + (f"only that of {here} was found" if found else "none was found")
        + f": install it ('apt-get install postgresql-client-{server}'), or set POSTGRES_PROGRAMS"
        " to the folder it is in."
    )


def fits(program: int, *, server: int) -> bool:
    """Say whether what a program of one version writes can be restored into a server of another.

    Older servers refuse a setting that every dump by a newer program begins with.
    """
    return program == server or program > server >= MIXED_SINCE


def _folders() -> Iterator[Path]:
    """Yield where to look, the best first."""
    if settings.POSTGRES_PROGRAMS:
        yield Path(settings.POSTGRES_PROGRAMS)
    elif connections["default"].settings_dict["HOST"] == str(settings.PLACES.sockets):
        yield find_binaries().folder
    else:
        yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        yield from map(Path, os.get_exec_path())
        yield from places_to_look()


def run_program(program: Path, *words: str | Path) -> None:
    """Run it on the site's database. The password goes by its environment, never by its words.

    Raises BackupRefused with the last lines that it wrote when it fails.
    """
    words_of_address, environment = _address()
    command = [str(program), f"--dbname={words_of_address}", "--no-password", *map(str, words)]
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL with our own words
        command, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode != 0:
        raise BackupRefused(f"{program.name} failed:\n{_last_lines(done.stderr)}")


def _last_lines(text: str, lines: int = 8) -> str:
    return "\n".join(text.strip().splitlines()[-lines:])


def connection_words() -> dict[str, Any]:
    """Return how the site's database is reached, in the words of PostgreSQL's own library."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = connections["default"].get_connection_params()
    return {word: value for word, value in parameters.items() if word in known and value}


def _address() -> tuple[str, dict[str, str]]:
    """Return the address without secrets, and the environment that has the password."""
    words = connection_words()
    secret = {"PGPASSWORD": str(words["password"])} if "password" in words else {}
    public = {word: value for word, value in words.items() if "password" not in word}
    return make_conninfo(**public), {**os.environ, **secret}
