"""What goes wrong: somebody is held in the middle of his work, killed, stopped or not heard."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import psutil  # type: ignore[import-untyped]
from django.db import connection, connections
from django.utils import timezone

from deploy.run.embedded.children import Child
from deploy.run.embedded.servers import Servers
from league.foundation.journal.actor import Act, Actor
from league.play.results import services as results
from league.play.results.models import Submission
from tests.recovery.evenings import Evening, summary
from tests.recovery.truth import wait_for


def submit(
    evening: Evening, number: int, points: int, *, side: int, deal: int = 1, key: UUID | None = None
) -> Submission:
    """Tell a deal of a table for a side, as its page does."""
    return results.submit(
        table=evening.tables[number - 1],
        number=deal,
        data=summary(points),
        key=key or uuid4(),
        by_side=side,
        by=Act(Actor(name=f"Side {side}", via="table"), timezone.now()),
    )


def agree(evening: Evening, number: int, points: int, *, deal: int = 1) -> None:
    """Have both sides of a table tell the same deal."""
    for side in (0, 1):
        submit(evening, number, points, side=side, deal=deal)


@contextmanager
def held_up(table: str) -> Iterator[None]:
    """Let nobody write into a table of the database until the block ends; reading goes on."""
    other = connections.create_connection("default")
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE MODE")
        yield
    finally:
        other.rollback()
        other.close()


def waiting_for(table: str) -> int:
    """Return how many stand before a table that is held up, in the middle of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            [table],
        )
        (number,) = cursor.fetchone()
    return int(number)


def wait_until_held(table: str, people: int = 1) -> None:
    wait_for(lambda: waiting_for(table) >= people, what=f"nobody came to write into {table}")


def waiting_for_a_lock() -> int:
    """Return how many stand before any lock of the test's database."""
    with connection.cursor() as cursor:
        # inside a transaction the first look would be repeated for ever
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        (number,) = cursor.fetchone()
    return int(number)


def kill_all_of(worker: Child) -> None:
    """Kill a worker and its processes for tasks with -9, all at once, as a power cut would."""
    os.killpg(worker.process.pid, signal.SIGKILL)
    worker.process.wait()


@contextmanager
def large_work_without_end(worker: Child) -> Iterator[None]:
    """Let the process that does large work come to no end until the block does."""
    busy = task_process_of(worker, place=1)
    busy.suspend()
    try:
        yield
    finally:
        busy.resume()


def task_process_of(worker: Child, *, place: int) -> psutil.Process:
    """Return the process that does the tasks of a worker, by its place in deploy/run/workers.py."""
    workers = sorted(psutil.Process(worker.process.pid).children(), key=lambda one: one.pid)
    (busy,) = [one for one in workers[place].children() if not one.children()][:1]
    return busy


def server_of(servers: Servers, name: str) -> Child:
    return next(child for child in servers.children if child.name == name)


@contextmanager
def stopped_broker(servers: Servers) -> Iterator[None]:
    """Stop the broker and forget what waited there; start it again behind the block."""
    broker = server_of(servers, "The broker")
    broker.stop()
    try:
        yield
    finally:
        servers.children.remove(broker)
        servers.children.append(servers.start_broker())


@contextmanager
def silent_broker(servers: Servers) -> Iterator[None]:
    """Let the broker take connections and never answer, as one whose machine hangs."""
    broker = server_of(servers, "The broker")
    broker.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        broker.process.send_signal(signal.SIGCONT)
