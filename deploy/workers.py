"""`python -m deploy.workers`: the workers of one machine, one beside the other for their queues.

The site is loaded once and then forked, so that three workers take little more memory than one. A
large piece of work or a silent mail server holds up nobody who waits for a result. On a site of
several machines each worker is a service of its own (docs/configuration.md).
"""

import argparse
import gc
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import django
from celery.__main__ import main as celery

import deploy.celery
from deploy.embedded.child import die_with
from league.queues import JOURNAL, LARGE, MAIL, REBUILD, WEBHOOKS

PARTS = (
    *("celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.worker.consumer"),
    *("celery.concurrency.prefork", "celery.concurrency.thread", "celery.fixups.django"),
)
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
WAITED_FOR = (*STOP_SIGNALS, signal.SIGCHLD)


@dataclass(frozen=True, slots=True)
class Group:
    """A worker: its queues, and how many of their tasks it does at once, in processes or threads.

    Mails and webhooks are waited for rather than worked at, and the time limits of their
    connections end them; tasks of the others may have to be killed.
    """

    name: str
    queues: tuple[str, ...]
    pool: str
    at_once: int

    def words(self, *, with_beat: bool) -> list[str]:
        """Return the command line of the worker."""
        return [
            *("celery", "--quiet", "--app", deploy.celery.__name__, "worker"),
            *("--hostname", f"{self.name}@%h", "--queues", ",".join(self.queues)),
            *("--pool", self.pool, "--concurrency", str(self.at_once)),
            *("--without-gossip", "--without-mingle"),
            *(["--beat"] if with_beat else []),
        ]


GROUPS = (
    Group("results", (JOURNAL, REBUILD), "prefork", 1),
    Group("large", (LARGE,), "prefork", 1),
    Group("mail", (MAIL,), "threads", 2),
    Group("webhooks", (WEBHOOKS,), "threads", 4),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.workers", description=__doc__)
    parser.add_argument("--beat", action="store_true", help="have the first one keep the schedule")
    with_beat = parser.parse_args().beat
    load()
    gc.freeze()  # pages that the collector does not write to stay shared
    signal.signal(signal.SIGCHLD, lambda *_given: None)  # what is ignored is not waited for either
    signal.pthread_sigmask(signal.SIG_BLOCK, WAITED_FOR)
    return watch([start(group, with_beat=with_beat and group is GROUPS[0]) for group in GROUPS])


def load() -> None:
    """Load what every worker would load by itself: the site, its tasks and Celery's own parts."""
    django.setup()
    for name in PARTS:
        import_module(name)
    deploy.celery.app.loader.import_default_modules()
    deploy.celery.app.finalize()


def start(group: Group, *, with_beat: bool) -> int:
    """Fork a worker and return its process id; it is killed when this process ends."""
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    die_with(parent, "SIGKILL")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WAITED_FOR)
    sys.argv = group.words(with_beat=with_beat)
    celery()
    os._exit(0)


def watch(running: Sequence[int]) -> int:
    """Wait for a signal to stop, and stop all; one that ends by itself ends the others too."""
    is_asked = signal.sigwait(WAITED_FOR) != signal.SIGCHLD
    for worker in running:
        os.kill(worker, signal.SIGTERM)
    for worker in running:
        os.waitpid(worker, 0)
    return 0 if is_asked else 1


if __name__ == "__main__":
    sys.exit(main())
