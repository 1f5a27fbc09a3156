"""Gives a pytest session embedded servers of its own: `-p deploy.embedded.pytest_plugin`.

A plugin and not a conftest: the environment must be set before Django reads its settings. The
servers start when the first test asks for them. Workers of pytest-xdist share those of the
session that started them, each with a database and a broker number of its own.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from deploy.embedded.places import places_for
from deploy.embedded.servers import Servers

XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
OWN_FOLDER = "PYTEST_DATA_DIR"

if not XDIST_WORKER:
    os.environ[OWN_FOLDER] = tempfile.mkdtemp(prefix="tt-")
PLACES = places_for(os.environ[OWN_FOLDER])

os.environ["DEMO"] = "True"
os.environ["DATA_DIR"] = str(PLACES.data)

SERVERS = Servers(
    PLACES,
    fast=True,
    with_postgres="DATABASE_URL" not in os.environ,
    with_broker="BROKER_URL" not in os.environ,
)

if XDIST_WORKER and SERVERS.with_broker:
    _number = 2 * (int(XDIST_WORKER.removeprefix("gw")) + 1)
    os.environ["BROKER_URL"] = PLACES.broker_url(_number)
    os.environ["CACHE_URL"] = PLACES.cache_url(_number + 1)


def start_servers() -> Servers:
    if not XDIST_WORKER:
        SERVERS.start()
    return SERVERS


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("numprocesses", None):
        start_servers()


def pytest_unconfigure() -> None:
    if not XDIST_WORKER:
        SERVERS.stop()
        shutil.rmtree(PLACES.data, ignore_errors=True)
        if PLACES.sockets != PLACES.data / "run":
            shutil.rmtree(Path(PLACES.sockets), ignore_errors=True)
