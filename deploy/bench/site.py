"""The site that is measured: what `make run` starts, on data of its own, with the demo in it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from socket import socket

from deploy.embedded.children import CannotStart, Child, command_line
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

# a measurement is one person from one address, thousands of times
UNHURRIED = {
    "THROTTLE_ANONYMOUS": "1000000/sec",
    "THROTTLE_SIGNED_IN": "1000000/sec",
    "THROTTLE_SCORE": "1000000/sec",
    "LOG_LEVEL": "WARNING",
}


# what the environment was before Django read the settings of this site
UNTOUCHED = dict(os.environ)


class Site:
    """Starts what a part asks for, when it first asks for it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tt-"))
        self.places = places_for(self.folder)
        self.env = site_environment(
            DEMO="True",
            DATA_DIR=str(self.folder),
            STATIC_ROOT=str(self.folder / "static"),
            STATIC_COLLECTED="True",
            **UNHURRIED,
        )
        self.servers = Servers(self.places)
        self.children: list[Child] = []
        self.sockets: list[socket] = []

    @cached_property
    def database(self) -> Servers:
        """PostgreSQL and the broker with the demo's data; Django is ready for use in here too."""
        self.servers.start()
        allow_copying_unchecked(self.places)
        self.manage("prepare")
        os.environ.update(self.env)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
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
        self.children.append(child)
        wait_for_web(child, listening)
        return child

    @cached_property
    def worker(self) -> Child:
        """A Celery worker with beat."""
        assert self.database
        child = start_worker(log=self.places.logs / "worker.log", env=self.env)
        self.children.append(child)
        wait_for_worker(child)
        return child

    def manage(self, *words: str) -> str:
        """Run one of manage.py's commands on this site and return what it printed."""
        done = subprocess.run(
            command_line(
                [sys.executable, "manage.py", *words], ends_by=signal.SIGTERM, identity=None
            ),
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CannotStart(f"manage.py {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
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
