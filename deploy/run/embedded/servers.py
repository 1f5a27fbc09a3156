"""The embedded servers of one data folder, started together and alone on it."""

import fcntl
import os
import time
from dataclasses import dataclass, field
from typing import Self

from deploy.run.embedded.broker import start_broker
from deploy.run.embedded.children import Child
from deploy.run.embedded.postgres import start_postgres
from deploy.site.address import CannotStart
from deploy.site.data_folder import Places

STOPPING_SECONDS = 20.0


@dataclass(slots=True)
class Servers:
    """PostgreSQL and the broker, unless their address was given from outside."""

    places: Places
    fast: bool = False
    with_postgres: bool = True
    with_broker: bool = True
    children: list[Child] = field(default_factory=list)
    lock: int | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start what is not running yet. Raises CannotStart, and then leaves nothing running."""
        if self.children:
            return
        self.claim()
        try:
            if self.with_postgres:
                self.children.append(self._start_postgres())
            if self.with_broker:
                self.children.append(self.start_broker())
        except BaseException:
            self.stop()
            raise

    def claim(self) -> None:
        """Make the data folder ours alone, without starting anything. Raises CannotStart."""
        if self.lock is None:
            make_folders(self.places)
            self.lock = take_lock(self.places)

    def _start_postgres(self) -> Child:
        return start_postgres(self.places, fast=self.fast, inherit=self._inherited())

    def start_broker(self) -> Child:
        return start_broker(self.places, fast=self.fast, inherit=self._inherited())

    def _inherited(self) -> tuple[int, ...]:
        return () if self.lock is None else (self.lock,)

    def stop(self) -> None:
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.stop()
        self.children.clear()
        if self.lock is not None:
            # a process of theirs may hold it a moment longer; nobody may wait for us then
            os.ftruncate(self.lock, 0)
            os.close(self.lock)
            self.lock = None


def make_folders(places: Places) -> None:
    try:
        places.data.mkdir(parents=True, exist_ok=True)
        places.sockets.mkdir(mode=0o700, exist_ok=True)
        probe = places.data / f".writable.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotStart(
            f"{places.data} cannot be written ({error.strerror}): give yourself the right to"
            " write there, or set DATA_DIR to a folder of your own."
        ) from error
    if places.sockets.stat().st_uid != os.getuid():
        raise CannotStart(
            f"{places.sockets} belongs to somebody else: remove it, or set DATA_DIR to a folder"
            " with a shorter path."
        )


def take_lock(places: Places) -> int:
    """Return the open lock file. Every server inherits it, so the lock outlives a killed launcher.

    Raises CannotStart at once when a launcher lives that holds it, and after a while when servers
    of a launcher that was killed or has ended do not end.
    """
    lock = os.open(places.lock, os.O_RDWR | os.O_CREAT, 0o600)
    give_up_at = time.monotonic() + STOPPING_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(lock, 32, 0).decode(errors="replace").strip()
            ended = not holder or not _is_alive(holder)
            if not ended or time.monotonic() > give_up_at:
                os.close(lock)
                raise CannotStart(
                    f"{places.data} is in use by process {holder or '?'}: stop that one first"
                    " (Ctrl-C in its terminal), or set DATA_DIR to another folder."
                ) from None
            time.sleep(0.1)
        else:
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
            return lock


def _is_alive(process: str) -> bool:
    if not process.isdecimal():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
