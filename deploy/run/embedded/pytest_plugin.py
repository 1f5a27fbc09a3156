"""Gives a pytest session embedded servers of its own: `-p deploy.run.embedded.pytest_plugin`.

A plugin and not a conftest: the environment must be set before Django reads its settings. The
servers start when the first test asks for them. Workers of pytest-xdist share the PostgreSQL of
the session that started them, where each has its own database, and have a broker each.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest

from deploy.run.embedded.migrated_data import copy_migrated_data
from deploy.run.embedded.roles import allow_copying_unchecked
from deploy.run.embedded.servers import Servers
from deploy.site.data_folder import DATABASE, places_for

XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
SESSION_FOLDER = "PYTEST_DATA_DIR"

if not XDIST_WORKER:
    os.environ[SESSION_FOLDER] = tempfile.mkdtemp(prefix="tt-")
_session = Path(os.environ[SESSION_FOLDER])
PLACES = places_for(_session / XDIST_WORKER if XDIST_WORKER else _session)

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
    if SERVERS.with_postgres:
        SERVERS.claim()
        copy_migrated_data(PLACES)
    if config.getoption("numprocesses", None):
        start_servers()  # the workers will need its PostgreSQL


def start_servers() -> None:
    """Start them once; rows that a maker of tests made before may be put back unchecked."""
    are_running = bool(SERVERS.children)
    SERVERS.start()
    if SERVERS.with_postgres and not are_running:
        allow_copying_unchecked(PLACES)


def template_database() -> str | None:
    """Return the database that the tests' own is a copy of; None where they make its tables."""
    if os.environ.get("DATABASE_URL", PLACES.database_url) != places_for(_session).database_url:
        return None
    _leave_template()
    return DATABASE


def _leave_template() -> None:
    """End idle sessions in the template: a database that somebody is in cannot be copied."""
    with psycopg.connect(
        places_for(_session).database_url, dbname="postgres", autocommit=True
    ) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = %s AND state = 'idle' AND pid <> pg_backend_pid()",
            [DATABASE],
        )


def pytest_unconfigure() -> None:
    SERVERS.stop()
    remove_folders()


def remove_folders() -> None:
    shutil.rmtree(PLACES.sockets, ignore_errors=True)
    shutil.rmtree(PLACES.data, ignore_errors=True)


# also when pytest gives up before it is configured
atexit.register(remove_folders)
