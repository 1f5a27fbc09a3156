"""The site that is measured: what `make run` starts, on data of its own, with the demo in it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from functools import cached_property
from pathlib import Path
from socket import socket

from deploy.bench.processor import processor_seconds
from deploy.embedded.children import CannotStart, Child, command_line, start_child, wait_until
from deploy.embedded.data_folder import places_for
from deploy.embedded.roles import allow_copying_unchecked
from deploy.embedded.servers import Servers
from deploy.processes import (
    listen,
    site_environment,
    start_web,
    start_worker,
    wait_for_web,
    wait_for_worker,
)

# what every process of the site has; a measurement is one person from one address, thousands of
# times, whom nobody is to ask to wait
MEASURED = {
    "DJANGO_SETTINGS_MODULE": "deploy.settings",
    "THROTTLE_ANONYMOUS": "1000000/sec",
    "THROTTLE_SIGNED_IN": "1000000/sec",
    "THROTTLE_SCORE": "1000000/sec",
    "LOG_LEVEL": "WARNING",
}

# as docs/configuration.md has it: no demo, a line in the log for each request, and each process
# keeps a cache of its own
PRODUCTION = {
    "DEMO": "False",
    "EMBEDDED_SERVERS": "True",
    "SECRET_KEY": "a-key-for-nothing-but-measurements-on-this-machine-0123456789-abcdefghij",
    "ALLOWED_HOSTS": "127.0.0.1,localhost",
    "SSL_REDIRECT": "False",
    "SITE_URL": "http://127.0.0.1",
    "LOG_LEVEL": "INFO",
}

# what the environment was before Django read the settings of this site
UNTOUCHED = dict(os.environ)


class Site:
    """Starts what a part asks for, when it first asks for it."""

    web_processes = 2  # of production

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tt-"))
        self.places = places_for(self.folder)
        self.env = site_environment(
            DEMO="True",
            DATA_DIR=str(self.folder),
            STATIC_ROOT=str(self.folder / "static"),
            STATIC_COLLECTED="True",
            **MEASURED,
        )
        self.servers = Servers(self.places)
        self.children: list[Child] = []
        self.webs: list[Child] = []
        self.workers: list[Child] = []
        self.sockets: list[socket] = []

    @cached_property
    def database(self) -> Servers:
        """PostgreSQL and the broker with the demo's data; Django is ready for use in here too."""
        self.servers.start()
        allow_copying_unchecked(self.places)
        self.manage("prepare")
        os.environ.update(self.env)
        import django

        django.setup()
        return self.servers

    @cached_property
    def url(self) -> str:
        """The address of the web server of `make run`."""
        assert self.database
        self.web = self.start_web()
        host, port = self.sockets[-1].getsockname()
        return f"http://{host}:{port}"

    def start_web(self, **changes: str) -> Child:
        listening = listen("127.0.0.1", 0)
        self.sockets.append(listening)
        log = self.places.logs / f"web{len(self.sockets)}.log"
        child = start_web(listening, log=log, env={**self.env, **changes})
        self.webs.append(child)
        self.children.append(child)
        wait_for_web(child, listening)
        return child

    @cached_property
    def production_url(self) -> str:
        """The address of the pages and the API as production serves them: two processes."""
        return self.start_production_web()

    def start_production_web(self, **changes: str) -> str:
        """Start gunicorn with the settings of production, and return its address."""
        assert self.database
        given = {
            "DATABASE_URL": self.places.database_url,
            "BROKER_URL": self.places.broker_url(),
            **self.env,
            **PRODUCTION,
            **changes,
        }
        return self._start_gunicorn("deploy.wsgi:application", given, ask="/livez")

    @cached_property
    def bare_django_url(self) -> str:
        """The same server with next to nothing on it: `/django`, `/row` and `/wsgi` answer."""
        assert self.database
        env = {"DATABASE_URL": self.places.database_url, **self.env}
        return self._start_gunicorn("deploy.bench.bare:application", env, ask="/django")

    def _start_gunicorn(self, application: str, env: dict[str, str], *, ask: str) -> str:
        port = free_port()
        words = ["--config", "python:deploy.pages_server", "--bind", f"127.0.0.1:{port}"]
        child = start_child(
            f"gunicorn with {application}",
            [sys.executable, "-m", "gunicorn", *words, application],
            log=self.places.logs / f"gunicorn{len(self.webs)}.log",
            env={**env, "WEB_PROCESSES": str(self.web_processes)},
        )
        self.webs.append(child)
        self.children.append(child)
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(url + ask), child, seconds=60, pause=0.1)
        return url

    @cached_property
    def worker(self) -> Child:
        """A Celery worker with beat."""
        assert self.database
        child = start_worker(log=self.places.logs / "worker.log", env=self.env)
        self.workers.append(child)
        self.children.append(child)
        wait_for_worker(child)
        return child

    def processor_seconds(self) -> dict[str, float]:
        """Return the processor time so far of all web servers, of PostgreSQL and of the workers.

        A piece of work costs what it is afterwards less what it was before.
        """
        postgres = [child for child in self.servers.children if child.name == "PostgreSQL"]
        groups = {"web": self.webs, "PostgreSQL": postgres, "worker": self.workers}
        return {name: processor_seconds(children) for name, children in groups.items()}

    def manage(self, *words: str) -> str:
        """Run one of manage.py's commands on this site and return what it printed."""
        return self.python_words("manage.py", *words)

    def python(self, program: str, *words: str) -> str:
        """Run a program in a process of its own on this site and return what it printed."""
        return self.python_words("-c", program, *words)

    def python_words(self, *words: str) -> str:
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

    def stop(self) -> None:
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.stop()
        for listening in self.sockets:
            listening.close()
        self.servers.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with listen("127.0.0.1", 0) as listening:
        port: int = listening.getsockname()[1]
        return port


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own server
            return bool(answer.status == 200)
    except OSError:
        return False
