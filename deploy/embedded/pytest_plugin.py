"""Gives a pytest session embedded servers of its own: `-p deploy.embedded.pytest_plugin`.

A plugin and not a conftest: the environment must be set before Django reads its settings. The
servers start when the first test asks for them. Workers of pytest-xdist share the PostgreSQL of
the session that started them, where each has its own database, and have a broker each.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from deploy.embedded.data_folder import DATABASE, places_for
from deploy.embedded.servers import Servers

XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
SESSION_FOLDER = "PYTEST_DATA_DIR"

if not XDIST_WORKER:
    os.environ[SESSION_FOLDER] = tempfile.mkdtemp(prefix="tt-")
_session = Path(os.environ[SESSION_FOLDER])
PLACES = places_for(_session / XDIST_WORKER if XDIST_WORKER else _session)
# the database of the session itself, with its tables: what those of the workers are copies of
TEMPLATE = DATABASE
_migrated = _session / "migrated"  # written when the template is ready: "0"; otherwise not
MIGRATING_SECONDS = 300.0

SERVERS = Servers(
    PLACES,
    fast=True,
    with_postgres="DATABASE_URL" not in os.environ and not XDIST_WORKER,
    with_broker="BROKER_URL" not in os.environ,
)

os.environ["DEMO"] = "True"
os.environ["DATA_DIR"] = str(PLACES.data)
if XDIST_WORKER:
    os.environ.setdefault("DATABASE_URL", places_for(_session).database_url)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("numprocesses", None):
        SERVERS.start()  # the workers will need its PostgreSQL
        if SERVERS.with_postgres:
            _migrate_template()


def _migrate_template() -> None:
    """Make the tables of the template once, while the workers collect their tests."""
    program = (
        "import subprocess, sys, pathlib;"
        "done = subprocess.run([sys.executable, 'manage.py', 'migrate', '-v', '0']);"
        "pathlib.Path(sys.argv[1]).write_text(str(done.returncode))"
    )
    migrating = subprocess.Popen(
        [sys.executable, "-c", program, str(_migrated)],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "DATABASE_URL": PLACES.database_url},
    )
    atexit.register(migrating.wait)


def template_when_migrated() -> str | None:
    """Return the database that a worker's own is a copy of; None where each makes its tables."""
    if not XDIST_WORKER or os.environ["DATABASE_URL"] != places_for(_session).database_url:
        return None
    give_up_at = time.monotonic() + MIGRATING_SECONDS
    while not _migrated.is_file() or not _migrated.read_text():
        if time.monotonic() > give_up_at:
            raise TimeoutError("The tables of the tests' database were not made in time.")
        time.sleep(0.05)
    if _migrated.read_text() != "0":
        return None
    _leave_template()
    return TEMPLATE


def _leave_template() -> None:
    """End idle sessions in the template: a database that somebody is in cannot be copied."""
    with psycopg.connect(os.environ["DATABASE_URL"], dbname="postgres", autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = %s AND state = 'idle' AND pid <> pg_backend_pid()",
            [TEMPLATE],
        )


def pytest_unconfigure() -> None:
    SERVERS.stop()
    remove_folders()


def remove_folders() -> None:
    shutil.rmtree(PLACES.sockets, ignore_errors=True)
    shutil.rmtree(PLACES.data, ignore_errors=True)


# also when pytest gives up before it is configured
atexit.register(remove_folders)
