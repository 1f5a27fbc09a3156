"""The worker of these tests, which takes up at once what a killed one left, and their database."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from django.db import connection

from deploy.run.embedded.children import Child
from deploy.run.embedded.postgres import start_postgres
from deploy.run.embedded.servers import Servers
from deploy.run.processes import site_environment
from deploy.site.data_folder import Places, places_for

QUICK = {"TASK_VISIBILITY_TIMEOUT": "3", "TASK_TIME_LIMIT": "20"}


@pytest.fixture
def start_quick_worker(start_site_worker: Callable[..., Child]) -> Callable[..., Child]:
    """Start a worker, with the sweep each second or with no sweep at all."""

    def start(*, sweeps: bool, **settings: str) -> Child:
        return start_site_worker(with_clock=sweeps, **{"SWEEP_SECONDS": "1", **QUICK, **settings})

    return start


class OwnPostgres:
    """A server that no other test is connected to, with our tables in it."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.places.sockets.mkdir(mode=0o700, exist_ok=True)
        self.start()

    def start(self) -> None:
        # not fast: that one forgets what it has acknowledged when it is killed
        self.child = start_postgres(self.places, fast=False)

    def stop(self) -> None:
        self.child.stop()


@pytest.fixture
def postgres(
    transactional_db: None,
    embedded_servers: Servers,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[OwnPostgres]:
    """PostgreSQL of this test alone; the test's own connection leads there as well."""
    own = OwnPostgres(places_for(tmp_path_factory.mktemp("postgres")))
    try:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            env={**site_environment(DEMO="True"), "DATABASE_URL": own.places.database_url},
            check=True,
        )
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "HOST", str(own.places.sockets))
        monkeypatch.setitem(connection.settings_dict, "NAME", "tricktable")
        yield own
        connection.close()
        monkeypatch.undo()
    finally:
        own.stop()
