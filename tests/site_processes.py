"""Fixtures for the processes that `make run` starts, here on the test's own database.

A test that asks for one of them commits for real: mark it `django_db(transaction=True)`.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_hex
from socket import socket
from time import monotonic, sleep

import pytest
from django.db import connection

from deploy.run.embedded.children import Child
from deploy.run.embedded.servers import Servers
from deploy.run.processes import (
    listen,
    site_environment,
    start_web,
    start_worker,
    wait_for_web,
    wait_for_worker,
)

REST_SECONDS = 60.0
ASKED = "django_http_requests_before_middlewares_total"
ANSWERED = "django_http_responses_before_middlewares_total"


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


class SharedWeb:
    """A web server that stays for the next test: `url`."""

    def __init__(self, listening: socket, log: Path) -> None:
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self._listening = listening
        self._log = log
        self._token = token_hex()
        self._child: Child | None = None

    def run(self, env: dict[str, str]) -> None:
        """Start it, if it does not run already."""
        if self._child is None or not self._child.is_running:
            env = {**env, "SITE_URL": self.url, "METRICS_TOKEN": self._token}
            self._child = start_web(self._listening, log=self._log, env=env)
            wait_for_web(self._child, self._listening)

    def rest(self) -> None:
        """Wait until it has answered whatever it was asked; one that hangs is stopped."""
        give_up_at = monotonic() + REST_SECONDS
        try:
            while self._in_flight() > 1:  # the question itself
                if monotonic() > give_up_at:
                    self.stop()
                    return
                sleep(0.02)
        except (OSError, HTTPException):
            self.stop()

    def _in_flight(self) -> float:
        host, port = self._listening.getsockname()
        with closing(HTTPConnection(host, port, timeout=REST_SECONDS)) as asking:
            asking.request("GET", "/metrics", headers={"Authorization": f"Bearer {self._token}"})
            lines = asking.getresponse().read().decode().splitlines()
        count = dict(line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
        return float(count[ASKED]) - float(count[ANSWERED])

    def stop(self) -> None:
        if self._child is not None:
            self._child.stop()


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

    def start(*, with_clock: bool = True, **settings: str) -> Child:
        log = tmp_path / f"worker{len(started)}.log"
        worker = start_worker(log=log, env={**site_env, **settings}, with_clock=with_clock)
        started.append(worker)
        wait_for_worker(worker)
        return worker

    yield start
    for worker in started:
        worker.stop()
        # what a killed one left behind would send into the queues of the next test
        with suppress(ProcessLookupError):
            os.killpg(worker.process.pid, signal.SIGKILL)
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
def own_web(start_site_web: Callable[..., WebServer]) -> WebServer:
    """A web server of the test's own, which it may stop and kill."""
    return start_site_web()


@pytest.fixture(scope="session")
def shared_web(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SharedWeb]:
    """The web server of this session, once a test has asked for `web`. The database outlives it."""
    with closing(listen("127.0.0.1", 0)) as listening:
        shared = SharedWeb(listening, tmp_path_factory.mktemp("web") / "web.log")
        yield shared
        shared.stop()


@pytest.fixture
def web(site_env: dict[str, str], shared_web: SharedWeb) -> Iterator[SharedWeb]:
    """A running web server: `web.url`. Tests share it one after the other.

    Nothing is on its way to it any more when the tables are emptied behind a test.
    """
    shared_web.run(site_env)
    yield shared_web
    shared_web.rest()


@pytest.fixture
def nobody_else_connected(transactional_db: None, shared_web: SharedWeb) -> None:
    """Nobody but the test is in its database, which can be copied or replaced."""
    shared_web.stop()
    give_up_at = monotonic() + REST_SECONDS
    while others := _other_sessions():
        assert monotonic() < give_up_at, others
        sleep(0.02)


def _other_sessions() -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT application_name, query FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()"
        )
        return list(cursor.fetchall())


def _purge_queues() -> None:
    from deploy.site.celery import app

    app.control.purge()


@pytest.fixture
def no_broker(embedded_servers: Servers) -> Iterator[None]:
    """The broker is down while the test runs, and back behind it."""
    broker = next(child for child in embedded_servers.children if child.name == "The broker")
    broker.stop()
    yield
    embedded_servers.children.remove(broker)
    embedded_servers.children.append(embedded_servers.start_broker())
