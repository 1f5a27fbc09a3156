"""P9: from a submission to the standings that show it, beside a bare round trip of the queue."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.parts.live import make_round, submit
from deploy.bench.site import Site

A_SECOND = 20
PEOPLE = 4  # who submit at the same time, each over a connection that is kept
REPLIES = "bench-replies"
LATEST_S = 60.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """So many evenings of so many tables, one deal each; A_SECOND are submitted in a second."""

    evenings: int = 24
    tables: int = 50
    round_trips: int = 200


FULL = Sizes()
TINY = Sizes(evenings=1, tables=3, round_trips=2)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.worker
    bare = percentile(round_trips(sizes.round_trips), 95)
    rounds = [
        make_round(f"evening-{number}", tables=sizes.tables) for number in range(sizes.evenings)
    ]
    tables = [(table, deal) for _stage, made, deal in rounds for table in made]
    with Watch([stage for stage, _made, _deal in rounds]) as watch:
        sent = submit_all(tables)
        watch.wait_for(len(sent))
    delays = [watch.seen[table] - at for table, at in sent.items()]
    assert len(delays) == len(tables), f"{len(delays)} of {len(tables)} results are shown"
    visible = percentile(delays, 95)
    yield Line(what="a bare Celery round trip, p95", figure=bare * 1000, unit="ms")
    yield Line(
        what=f"submission to visible standings at {A_SECOND} a second, median",
        figure=percentile(delays, 50) * 1000,
        unit="ms",
    )
    yield Line(
        goal="P9",
        what=f"the same, p95; all {len(delays)} results are shown",
        figure=visible * 1000,
        unit="ms",
        against="a bare Celery round trip, p95",
        reference=bare * 1000,
        ratio=visible / bare,
    )


def percentile(values: list[float], percent: int) -> float:
    return sorted(values)[len(values) * percent // 100]


def round_trips(count: int) -> list[float]:
    """Send a task that does nothing and wait for the message with which the worker answers."""
    from celery import signature

    from deploy.celery import app

    took = []
    with app.connection_for_write() as connection, connection.SimpleQueue(REPLIES) as replies:
        # the worker answers by queueing this task where nobody but us looks
        answer = signature("bench.answer", app=app, immutable=True, queue=REPLIES)
        for number in range(count + 1):
            started = time.perf_counter()
            app.send_task("celery.accumulate", kwargs={"index": None}, link=answer)
            replies.get(timeout=30).ack()
            if number:  # the first one connects
                took.append(time.perf_counter() - started)
            time.sleep(1 / A_SECOND / 4)
    return took


def submit_all(tables: list[tuple[Any, dict[str, Any]]]) -> dict[int, float]:
    """Submit for one table after the other at an even pace; return when each one began."""
    began: dict[int, float] = {}
    started = time.monotonic()
    with ThreadPoolExecutor(PEOPLE) as people:
        waiting = []
        for number, (table, deal) in enumerate(tables):
            time.sleep(max(0.0, started + number / A_SECOND - time.monotonic()))
            began[table.pk] = time.monotonic()
            waiting.append(people.submit(submit, table, deal))
        for submission in waiting:
            submission.result()
        all_done = threading.Barrier(PEOPLE)
        for _ in range(PEOPLE):
            people.submit(leave, all_done)
    return began


def leave(all_done: threading.Barrier) -> None:
    """Close the connection of this thread; whoever waits for the others does it for nobody else."""
    from django.db import connection

    all_done.wait()
    connection.close()


class Watch:
    """Notes when the standings first show each table, by PostgreSQL's notices as open pages do."""

    def __init__(self, stages: list[Any]) -> None:
        self.stages = {stage.event_id: stage.pk for stage in stages}
        self.seen: dict[int, float] = {}
        self.is_over = False
        self.is_listening = threading.Event()
        self.thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Watch":
        self.thread.start()
        self.is_listening.wait(10)
        return self

    def __exit__(self, *_error: object) -> None:
        self.is_over = True
        self.thread.join()

    def wait_for(self, tables: int) -> None:
        give_up_at = time.monotonic() + LATEST_S
        while len(self.seen) < tables and time.monotonic() < give_up_at:
            time.sleep(0.05)
        assert len(self.seen) == tables, f"{len(self.seen)} of {tables} results are shown"

    def _watch(self) -> None:
        import json

        import psycopg
        from django.db import connection

        from league.standings.live_channel import CHANNEL

        parameters = connection.get_connection_params()
        wanted = ("dbname", "user", "password", "host", "port")
        params = {name: parameters[name] for name in wanted if parameters.get(name)}
        with psycopg.connect(**params, autocommit=True) as listener:
            listener.execute(f"LISTEN {CHANNEL}")
            self.is_listening.set()
            while not self.is_over:
                for notice in listener.notifies(timeout=0.2):
                    topic = json.loads(notice.payload)["topic"]
                    event = int(topic.partition(":")[2])
                    if event in self.stages:
                        self._look(self.stages[event])
        connection.close()

    def _look(self, stage: int) -> None:
        from league.rounds.models import Placement

        shown = Placement.objects.filter(
            round__stage=stage,
            side=0,
            entry__snapshot_rows__snapshot__stage=stage,
            entry__snapshot_rows__played=1,
        )
        now = time.monotonic()
        for table in shown.values_list("table_id", flat=True):
            self.seen.setdefault(table, now)
