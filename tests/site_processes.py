"""Fixtures for the processes that `make run` starts, here on the test's own database.

A test that asks for one of them commits for real: mark it `django_db(transaction=True)`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.db import connection

from deploy.embedded.children import Child
from deploy.embedded.servers import Servers
from deploy.processes import (
    listen,
    site_environment,
    start_web,
    start_worker,
    wait_for_web,
    wait_for_worker,
)


@dataclass
class WebServer:
    """A running web server. `stop`, `kill` and `start` keep its address."""

    url: str
    start_child: Callable[[], Child]
    child: Child = field(init=False)

    def start(self) -> None:
        self.child = self.start_child()

    def stop(self) -> None:
        self.child.stop()

    def kill(self) -> None:
        self.child.kill()


def database_address() -> str:
    """Where another process finds the database of this test."""
    database = connection.settings_dict
    host, port = database["HOST"], database["PORT"]
    place = f"host={host}" + (f"&port={port}" if port else "")
    return f"postgresql://{database['USER']}:{database['PASSWORD']}@/{database['NAME']}?{place}"


@pytest.fixture
def site_env(transactional_db: None, embedded_servers: Servers) -> dict[str, str]:
    """The environment with which another process sees this test's database and broker."""
    return site_environment(DEMO="True", DATABASE_URL=database_address())


@pytest.fixture
def start_site_worker(site_env: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Child]]:
    """Start a worker with settings of the test's own: start_site_worker(SWEEP_SECONDS="1")."""
    started: list[Child] = []

    def start(*, with_beat: bool = True, **settings: str) -> Child:
        log = tmp_path / f"worker{len(started)}.log"
        worker = start_worker(log=log, env={**site_env, **settings}, with_beat=with_beat)
        started.append(worker)
        wait_for_worker(worker)
        return worker

    yield start
    for worker in started:
        worker.stop()
    _purge_queues()


@pytest.fixture
def worker(start_site_worker: Callable[..., Child]) -> Child:
    """A running worker with beat, which sweeps every second."""
    return start_site_worker(SWEEP_SECONDS="1", TASK_TIME_LIMIT="20", TASK_VISIBILITY_TIMEOUT="4")


@pytest.fixture
def start_site_web(site_env: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., WebServer]]:
    """Start a web server with settings of the test's own; returns it when it answers."""
    sockets, servers = [], []

    def start(**settings: str) -> WebServer:
        listening = listen("127.0.0.1", 0)
        sockets.append(listening)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        env = {**site_env, "SITE_URL": url, **settings}
        log = tmp_path / f"web{len(servers)}.log"

        def start_child() -> Child:
            child = start_web(listening, log=log, env=env)
            wait_for_web(child, listening)
            return child

        server = WebServer(url, start_child)
        server.start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.stop()
    for listening in sockets:
        listening.close()


@pytest.fixture
def web(start_site_web: Callable[..., WebServer]) -> WebServer:
    """A running web server: `web.url`."""
    return start_site_web()


def _purge_queues() -> None:
    from deploy.celery import app

    app.control.purge()


@pytest.fixture
def no_broker(embedded_servers: Servers) -> Iterator[None]:
    """The broker is down while the test runs, and back behind it."""
    broker = next(child for child in embedded_servers.children if child.name == "The broker")
    broker.stop()
    yield
    embedded_servers.children.remove(broker)
    embedded_servers.children.append(embedded_servers.start_broker())
