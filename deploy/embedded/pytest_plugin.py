"""Gives a pytest session embedded servers of its own: `-p deploy.embedded.pytest_plugin`.

A plugin and not a conftest: the environment must be set before Django reads its settings. The
servers start when the first test asks for them. Workers of pytest-xdist share the PostgreSQL of
the session that started them, where each has its own database, and have a broker each.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from deploy.embedded.places import places_for
from deploy.embedded.servers import Servers

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
    if config.getoption("numprocesses", None):
        SERVERS.start()  # the workers will need its PostgreSQL


def pytest_unconfigure() -> None:
    SERVERS.stop()
    remove_folders()


def remove_folders() -> None:
    shutil.rmtree(PLACES.sockets, ignore_errors=True)
    shutil.rmtree(PLACES.data, ignore_errors=True)


# also when pytest gives up before it is configured
atexit.register(remove_folders)
