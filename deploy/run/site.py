"""The site's processes, watched: what ends by itself is started again, and mails are shown."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path

from deploy.embedded.children import CannotStart, Child, command_line, start_child
from deploy.embedded.servers import Servers
from deploy.files import MANAGE
from deploy.processes import (
    listen,
    site_environment,
    start_web,
    start_worker,
    wait_for_web,
    wait_for_worker,
)
from deploy.run.address import Address

# Mails of the demo: nobody sends them, so the terminal shows what they lead to.


@dataclass(slots=True)
class Mails:
    folder: Path
    shown: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.shown = {path.name for path in self._files()}

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))

    def read_aloud(self) -> None:
        """Print each mail that was not printed before."""
        for path in self._files():
            if path.name not in self.shown:
                self.shown.add(path.name)
                print(in_short(path), flush=True)


def in_short(path: Path) -> str:
    """Return to whom a mail goes, what it is about, where it leads, and where all of it is."""
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    body = mail.get_body(preferencelist=("plain",))
    text = body.get_content() if body is not None else ""
    way = re.search(r"https?://\S+", text)
    leads_to = f"\n    {way[0]}" if way else ""
    return f"\nA mail to {mail['To']}, “{mail['Subject']}” (all of it: {path}){leads_to}"


RESTARTS = 5
WITHIN_SECONDS = 60.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class Site:
    servers: Servers
    address: Address
    listening: socket.socket
    env: dict[str, str]
    web: Child | None = None
    worker: Child | None = None
    season: Child | None = None
    mails: Mails = field(init=False)
    pipe: tuple[int, int] | None = None  # what web server and worker wait at until it is closed
    log_seen: int = 0  # bytes of the worker's log that are of former runs
    restarts: deque[float] = field(default_factory=lambda: deque(maxlen=RESTARTS))

    def load(self) -> None:
        """Start web server and worker, which load the site and wait until it is prepared."""
        self.mails = Mails(self.servers.places.mail)
        self.log_seen = _size(self.servers.places.logs / "worker.log")
        self.pipe = os.pipe()
        self.web, self.worker = self._start_web(), self._start_worker()

    def start(self) -> None:
        """Let web server and worker begin and wait for both. Raises CannotStart."""
        assert self.web is not None  # noqa: S101  both were loaded
        assert self.worker is not None  # noqa: S101
        self._close_pipe()
        wait_for_web(self.web, self.listening)
        wait_for_worker(self.worker, seen=self.log_seen)

    def _close_pipe(self) -> None:
        if self.pipe is not None:
            for end in self.pipe:
                os.close(end)
            self.pipe = None

    @property
    def _start_pipe(self) -> int | None:
        return None if self.pipe is None else self.pipe[0]

    def play_season(self) -> bool:
        """Play the season behind the demo beside the open site; return whether there is one."""
        places = self.servers.places
        if places.demo_season.exists():
            self.season = start_child(
                "The demo's season",
                [sys.executable, str(MANAGE), "demo"],
                log=places.logs / "demo.log",
                env=self.env,
                inherit=self._lock,
            )
        return self.season is not None

    def _start_web(self) -> Child:
        return start_web(
            self.listening,
            log=self.servers.places.logs / "web.log",
            env=self.env,
            inherit=self._lock,
            start=self._start_pipe,
        )

    def _start_worker(self) -> Child:
        return start_worker(
            log=self.servers.places.logs / "worker.log",
            env=self.env,
            inherit=self._lock,
            start=self._start_pipe,
        )

    @property
    def _lock(self) -> list[int]:
        return [] if self.servers.lock is None else [self.servers.lock]

    def watch(self) -> None:
        """Keep everything running until a signal to stop arrives."""
        while signal.sigtimedwait(STOP_SIGNALS, 1.0) is None:
            self.revive()
            self.say_how_season_ended()
            self.mails.read_aloud()

    def say_how_season_ended(self) -> None:
        """Say once that the demo's season has been played, or why not all of it."""
        if self.season is None or self.season.is_running:
            return
        ended, self.season = self.season, None
        if ended.process.returncode == 0:
            print("The demo club's season has been played.", flush=True)
        else:
            print(
                f"The demo club's season stopped half-way; {ended.log} may tell why."
                " The next start goes on with it.",
                flush=True,
            )

    def revive(self) -> None:
        """Start again what ended by itself. Raises CannotStart when that does not help."""
        if self.web and not self.web.is_running:
            self.web = self._again(self.web, self._start_web)
        if self.worker and not self.worker.is_running:
            self.worker = self._again(self.worker, self._start_worker)
        for place, child in enumerate(self.servers.children):
            if child.is_running:
                continue
            if child.name == "PostgreSQL":
                raise CannotStart(f"PostgreSQL ended by itself; {child.log} may tell why.")
            self.servers.children[place] = self._again(child, self.servers.start_broker)

    def _again(self, ended: Child, start: Callable[[], Child]) -> Child:
        now = time.monotonic()
        if len(self.restarts) == RESTARTS and now - self.restarts[0] < WITHIN_SECONDS:
            raise CannotStart(
                f"{ended.name} keeps ending by itself; it wrote in {ended.log}:"
                f"\n{ended.last_words()}"
            )
        self.restarts.append(now)
        print(f"{ended.name} ended by itself and is started again.", flush=True)
        return start()

    def stop(self) -> None:
        """Stop all of them together; the servers below them are stopped by others."""
        running = [child for child in (self.season, self.web, self.worker) if child]
        for child in running:
            child.ask_to_stop()
        for child in running:
            child.stop()
        self._close_pipe()
        self.listening.close()


def open_site(servers: Servers, address: Address) -> Site:
    """Return the site, not started yet. Raises CannotStart when the address cannot be had."""
    env = site_environment(
        DEMO=os.environ.get("DEMO", "True"),
        EMBEDDED_SERVERS="True",
        DATA_DIR=str(servers.places.data),
        STATIC_COLLECTED="True",
        ALLOWED_HOSTS=os.environ.get("ALLOWED_HOSTS", address.allowed_hosts),
        EMAIL_FOLDER=str(servers.places.mail),
        SITE_URL=os.environ.get("SITE_URL", address.url),
    )
    return Site(servers, address, listen(address.host, address.port), env)


def prepare(site: Site) -> None:
    """Bring tables, static files and the demo up to date. Raises CannotStart when that fails."""
    words = (
        ["collectstatic", "--no-input", "--verbosity", "0"],
        ["prepare", "--season-later", "--files-elsewhere"],
    )
    running = [_manage(site, *one) for one in words]
    try:
        while any(process.poll() is None for process in running):
            if signal.sigtimedwait(STOP_SIGNALS, 0.1) is not None:
                raise KeyboardInterrupt
    finally:
        for process in running:
            process.terminate()
            process.wait()
    if any(process.returncode != 0 for process in running):
        raise CannotStart("The site could not be prepared; what went wrong is written above.")


def _manage(site: Site, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, str(MANAGE), *words]
    return subprocess.Popen(
        command_line(command, ends_by=signal.SIGTERM, identity=None),
        env=site.env,
        start_new_session=True,
        pass_fds=site._lock,
    )


def _size(path: "os.PathLike[str]") -> int:
    return os.stat(path).st_size if os.path.exists(path) else 0
