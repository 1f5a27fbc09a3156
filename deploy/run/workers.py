"""`python -m deploy.run.workers`: all background work of a machine, forked from one site.

The site is loaded once and then forked, so that all of them take little more memory than one. What
is large, or waits for the servers of others, holds up nobody who waits for a result. `WORKERS`
names the parts that a machine of several runs (docs/configuration.md).
"""

import argparse
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import django
from celery.__main__ import main as celery
from celery.beat import Service
from celery.signals import worker_ready

import deploy.site.celery
from deploy.run.embedded.child import die_with
from deploy.site.loaded_pages import load_pages
from league.foundation.queues import JOURNAL, LARGE, MAIL, REBUILD, WEBHOOKS

PARTS = (
    *("celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.worker.consumer"),
    *("celery.concurrency.prefork", "celery.concurrency.thread", "celery.fixups.django"),
)
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
WAITED_FOR = (*STOP_SIGNALS, signal.SIGCHLD)
# one that ends so soon after its start is not started again alone: something is wrong
SOON_S = 10.0
# how long their last tasks have: systemd kills what is still there a little later
PATIENCE_S = 140.0
# what a forked process does until it ends
Part = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Group:
    """A worker: its queues, and how many of their tasks it does at once in threads or processes.

    A process may have to be killed when its task takes too long, and ends behind a task that left
    it larger than `memory_mb`. What waits for the servers of others needs neither; beside it the
    clock sends what repeats.
    """

    name: str
    queues: tuple[str, ...]
    threads: int = 0
    memory_mb: int = 0

    def work(self) -> None:
        """Become this worker."""
        sys.argv = self.words()
        celery()

    def words(self) -> list[str]:
        """Return the command line; the worker before may still be at its last task beside it."""
        return [
            *("celery", "--quiet", "--app", deploy.site.celery.__name__, "worker"),
            *("--hostname", f"{self.name}-{os.getpid()}@%h"),
            *("--queues", ",".join(self.queues), "--without-gossip", "--without-mingle"),
            *(self._in_threads() if self.threads else self._in_processes()),
        ]

    def _in_threads(self) -> Sequence[str]:
        return ("--pool", "threads", "--concurrency", str(self.threads))

    def _in_processes(self) -> Sequence[str]:
        processes = os.environ.get("WORKER_PROCESSES", "1")
        limit = str(self.memory_mb * 1024)
        return ("--pool", "prefork", "--concurrency", processes, "--max-memory-per-child", limit)


WITH_CLOCK = "sends"
GROUPS = (
    Group("results", (JOURNAL, REBUILD), memory_mb=600),
    Group("large", (LARGE,), memory_mb=200),
    Group(WITH_CLOCK, (MAIL, WEBHOOKS), threads=6),
)
BY_NAME = {group.name: group for group in GROUPS}


def main() -> int:
    names, with_clock = chosen()
    load()
    if with_clock:
        worker_ready.connect(start_clock)
    return run([BY_NAME[name].work for name in names])


def chosen() -> tuple[list[str], bool]:
    """Return the parts that this machine runs, and whether its clock goes."""
    parser = argparse.ArgumentParser(prog="python -m deploy.run.workers", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(BY_NAME)}")
    parser.add_argument(
        "--without-clock", action="store_true", help="leave what repeats to another machine"
    )
    given = parser.parse_args()
    names: list[str] = given.parts or os.environ.get("WORKERS", "").split()
    if unknown := [name for name in names if name not in BY_NAME]:
        parser.error(f"WORKERS: {' '.join(unknown)} is none of {', '.join(BY_NAME)}")
    return names or list(BY_NAME), not given.without_clock


def load() -> None:
    """Load what every worker would load by itself: the site, its tasks and Celery's own parts."""
    # Django's checks, which `make check` makes, take each worker memory of its own
    os.environ["CELERY_SKIP_CHECKS"] = "1"
    django.setup()
    for name in PARTS:
        import_module(name)
    deploy.site.celery.app.loader.import_default_modules()
    deploy.site.celery.app.finalize()
    load_pages()  # mails and papers lead to them, in the languages of their readers


def run(parts: Sequence[Part], *, patience_s: float = PATIENCE_S) -> int:
    """Fork the parts from this process and keep them; return the code to end with.

    A part that is still there `patience_s` seconds after it was asked to stop is killed.
    """
    gc.freeze()  # pages that the collector does not write to stay shared
    signal.signal(signal.SIGCHLD, lambda *_given: None)  # what is ignored is not waited for either
    signal.pthread_sigmask(signal.SIG_BLOCK, WAITED_FOR)
    return watch({start(part): (part, time.monotonic()) for part in parts}, patience_s)


def start(part: Part) -> int:
    """Fork a part and return its process id; it is killed when this process ends."""
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    die_with(parent, "SIGKILL")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WAITED_FOR)
    part()
    os._exit(0)


def start_clock(sender: Any, **_given: Any) -> None:
    """Start the clock in the worker that forks no processes."""
    if sender.hostname.startswith(WITH_CLOCK):
        threading.Thread(target=keep_time, name="clock", daemon=True).start()


def keep_time() -> None:
    """Send what is due; a clock that fails takes its worker along, which is started again."""
    try:
        clock().start()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def clock() -> Service:
    """Return the clock with the schedule that the settings name: Celery's own writes a file."""
    app = deploy.site.celery.app
    return Service(app, scheduler_cls=app.conf.beat_scheduler)


def watch(running: dict[int, tuple[Part, float]], patience_s: float) -> int:
    """Start again what ended by itself, until a signal to stop arrives: then stop all.

    Where one ends as soon as it is started, whoever started this process is to see it end.
    """
    is_asked = False
    while not is_asked:
        is_asked = signal.sigwait(WAITED_FOR) != signal.SIGCHLD
        for part, started in [running.pop(ended) for ended in ended_children()]:
            if not is_asked and time.monotonic() - started < SOON_S:
                stop(running, patience_s)
                return 1
            if not is_asked:
                running[start(part)] = (part, time.monotonic())
    stop(running, patience_s)
    return 0


def ended_children() -> list[int]:
    """Return the processes that have ended since the last look."""
    ended: list[int] = []
    while True:
        try:
            child, _status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            child = 0
        if not child:
            return ended
        ended.append(child)


def stop(running: dict[int, tuple[Part, float]], patience_s: float) -> None:
    """Ask all to stop, wait for them, and kill those that do not."""
    for child in running:
        os.kill(child, signal.SIGTERM)
    until = time.monotonic() + patience_s
    while running and (left := until - time.monotonic()) > 0:
        for ended in ended_children():
            running.pop(ended, None)
        if running:
            signal.sigtimedwait([signal.SIGCHLD], left)
    for child in running:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    sys.exit(main())
