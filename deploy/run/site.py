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

from deploy.run.embedded.children import Child, command_line, start_child
from deploy.run.embedded.servers import Servers
from deploy.run.processes import (
    as_any_user,
    listen,
    site_environment,
    wait_for_web,
    wait_for_worker,
)
from deploy.site.address import Address, CannotStart
from deploy.site.files import MANAGE

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
    unit: Child | None = None
    season: Child | None = None
    mails: Mails = field(init=False)
    pipe: tuple[int, int] | None = None  # what the site waits at until it is closed
    log_seen: int = 0  # bytes of the worker's log that are of former runs
    restarts: deque[float] = field(default_factory=lambda: deque(maxlen=RESTARTS))

    def load(self) -> None:
        """Start the process that loads the site and waits until it is prepared."""
        self.mails = Mails(self.servers.places.mail)
        self.log_seen = _size(self.servers.places.logs / "worker.log")
        self.pipe = os.pipe()
        self.unit = self._start(self.pipe[0])

    def start(self) -> None:
        """Let web server and workers begin and wait for all. Raises CannotStart."""
        assert self.unit is not None  # noqa: S101  it was loaded
        self._close_pipe()
        wait_for_web(self.unit, self.listening)
        wait_for_worker(self.unit, seen=self.log_seen)

    def _close_pipe(self) -> None:
        if self.pipe is not None:
            for end in self.pipe:
                os.close(end)
            self.pipe = None

    def _start(self, pipe: int) -> Child:
        listening, logs = self.listening.fileno(), self.servers.places.logs
        words = ("deploy.run.together", str(pipe), str(listening), str(logs / "web.log"))
        return start_child(
            "The site",
            [sys.executable, "-m", *words],
            log=logs / "worker.log",
            env=as_any_user(self.env),
            inherit=[pipe, listening, *self._lock],
        )

    def _start_again(self) -> Child:
        waited_for, closed = os.pipe()
        os.close(closed)  # nothing has to be prepared
        try:
            return self._start(waited_for)
        finally:
            os.close(waited_for)

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
        if self.unit and not self.unit.is_running:
            self.unit = self._again(self.unit, self._start_again)
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
        running = [child for child in (self.season, self.unit) if child]
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
        MALLOC_ARENA_MAX="1",  # what a thread freed is used again by all
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
