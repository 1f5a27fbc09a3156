"""The site that is measured: what a server runs, in its settings, on empty databases of its own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from socket import socket
from typing import Any, Self
from unittest.mock import patch

from deploy.run.embedded.children import Child, command_line, start_child, wait_until
from deploy.run.embedded.roles import allow_copying_unchecked, copied_database
from deploy.run.embedded.servers import Servers
from deploy.run.processes import listen, site_environment, start_worker, wait_for_worker
from deploy.site.address import CannotStart
from deploy.site.data_folder import places_for
from deploy.workshop.bench.asking import Processor
from deploy.workshop.bench.frozen import FULL, TINY, Amounts, fill, freeze_evening

# as docs/configuration.md has it, but for what keeps a measurement from being one person who asks
# thousands of times
SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "deploy.site.settings",
    "DEMO": "False",
    "EMBEDDED_SERVERS": "True",
    "SECRET_KEY": "a-key-for-nothing-but-measurements-on-this-machine-0123456789-abcdefghij",
    "ALLOWED_HOSTS": "127.0.0.1,localhost",
    "SSL_REDIRECT": "False",
    "SITE_URL": "http://127.0.0.1",
    "THROTTLE_ANONYMOUS": "1000000/sec",
    "THROTTLE_SIGNED_IN": "1000000/sec",
}
EMPTY = "empty"

# what the environment was before Django read the settings of this site
UNTOUCHED = dict(os.environ)


class Site:
    """Starts what a part asks for, when it first asks for it."""

    def __init__(self, amounts: Amounts = FULL) -> None:
        self.amounts = amounts
        self.folder = Path(tempfile.mkdtemp(prefix="tt-"))
        self.places = places_for(self.folder)
        self.env = site_environment(
            DATA_DIR=str(self.folder),
            DATABASE_URL=self.places.database_url,
            BROKER_URL=self.places.broker_url(),
            CACHE_URL=self.places.cache_url(),
            STATIC_COLLECTED="True",
            **SETTINGS,
        )
        self.servers = Servers(self.places)
        self.children: list[Child] = []
        self.sockets: list[socket] = []
        self.to_undo = ExitStack()

    @classmethod
    def tiny(cls) -> Self:
        """Return a site whose frozen club is as small as it can be."""
        return cls(TINY)

    @cached_property
    def database(self) -> str:
        """The name of the database of the site's processes; Django is ready for use in here too."""
        self.servers.start()
        allow_copying_unchecked(self.places)
        self.run_python("manage.py", "prepare")
        os.environ.update(self.env | {"LOG_LEVEL": "ERROR"})
        import django

        django.setup()
        from django.db import connection

        name = str(connection.settings_dict["NAME"])
        connection.close()
        self.copy_of(name, EMPTY)
        return name

    def empty_database(self, name: str) -> str:
        """Return the name of a new database with tables and no rows, which goes with the site."""
        assert self.database
        return self.copy_of(EMPTY, name)

    def copy_of(self, database: str, name: str) -> str:
        return self.to_undo.enter_context(copied_database(self.places, database, name))

    @cached_property
    def frozen(self) -> str:
        """The name of a database with what deploy/workshop/bench/frozen.py makes."""
        name = self.empty_database("frozen")
        with inside(name), freeze_evening():
            fill(self.amounts)
        return name

    @property
    def processor(self) -> Processor:
        """This process with PostgreSQL and the broker, which is the shared cache too."""
        return Processor(self.servers.children)

    @cached_property
    def pages_address(self) -> tuple[str, int]:
        """Where gunicorn serves pages and the API."""
        assert self.database
        host, port = self._listen()
        words = ["--config", "python:deploy.run.pages_server", "--bind", f"fd://{self._fd}"]
        child = self._start("pages", ["gunicorn", *words])
        wait_until(lambda: answers(f"http://{host}:{port}/livez"), child, seconds=60, pause=0.1)
        return host, port

    @cached_property
    def live_address(self) -> tuple[str, int]:
        """Where uvicorn serves the live streams."""
        assert self.database
        host, port = self._listen()
        words = ["deploy.run.serve", "--fd", str(self._fd), "deploy.site.asgi:application"]
        child = self._start("live", words)
        there = f"http://{host}:{port}/live/front/?only=front-0&language=en&after=0"
        wait_until(lambda: answers(there, method="HEAD"), child, seconds=60, pause=0.1)
        return host, port

    @cached_property
    def worker(self) -> Child:
        """The workers of all queues, with the clock."""
        assert self.database
        child = start_worker(log=self.places.logs / "worker.log", env=self.env)
        self.children.append(child)
        wait_for_worker(child)
        return child

    def _listen(self) -> tuple[str, int]:
        self.sockets.append(listen("127.0.0.1", 0))
        host, port = self.sockets[-1].getsockname()
        return host, port

    @property
    def _fd(self) -> int:
        return self.sockets[-1].fileno()

    def _start(self, name: str, words: list[str]) -> Child:
        child = start_child(
            name,
            [sys.executable, "-m", *words],
            log=self.places.logs / f"{name}.log",
            env={"DATABASE_POOL_MAX": "8", "DATABASE_LIMITS": "web", **self.env},
            inherit=[self._fd],
        )
        self.children.append(child)
        return child

    def run_python(self, *words: str) -> str:
        """Run Python with such words on this site. Raises CannotStart when it fails."""
        done = subprocess.run(
            command_line([sys.executable, *words], ends_by=signal.SIGTERM, identity=None),
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CannotStart(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def stop_processes(self) -> None:
        """Stop pages, live streams and workers: nobody is beside what is measured next."""
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.stop()
        for listening in self.sockets:
            listening.close()
        self.children.clear()
        self.sockets.clear()

    def stop(self) -> None:
        self.stop_processes()
        self.to_undo.close()
        self.servers.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def inside(database: str) -> Iterator[None]:
    """Have Django use another database of the same server, with nothing in the cache."""
    from django.core.cache import cache
    from django.db import connection

    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    cache.clear()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
        cache.clear()


def answers(url: str, *, method: str = "GET") -> bool:
    request = urllib.request.Request(url, method=method)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False


# --- The workers, here in this process: each message is served when `serve` is called ---

SWEEP = "deploy.site.tasks.sweep"


class Workers:
    """Notes what is sent while it is entered; it goes to the broker too, where nobody reads it."""

    def __init__(self) -> None:
        from celery import current_app

        from deploy.site.celery import app

        app.loader.import_default_modules()
        self._tasks = app.tasks
        self._send = current_app.send_task
        self._waiting: deque[tuple[str, dict[str, Any]]] = deque()
        self._leave = ExitStack()

    def __enter__(self) -> Self:
        self._leave.enter_context(
            patch("league.foundation.queues.current_app.send_task", self._note)
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._leave.close()

    def _note(self, name: str, *, kwargs: dict[str, Any], **more: Any) -> object:
        self._waiting.append((name, kwargs))
        return self._send(name, kwargs=kwargs, **more)

    def serve(self) -> None:
        """Serve all that was sent, and what is sent meanwhile."""
        while self._waiting:
            name, kwargs = self._waiting.popleft()
            self._tasks[name](**kwargs)

    def sweep(self) -> None:
        """Do what the clock has done every few seconds: what waited and is due now is sent."""
        self._tasks[SWEEP]()
