"""P9, P19 to P22: what a submission costs, and how long it is until the standings show it."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from deploy.bench.evening import make_round, submit
from deploy.bench.lines import Line
from deploy.bench.site import PRODUCTION, Site

A_SECOND = 20
PEOPLE = 4  # who submit at the same time, each over a connection that is kept
REPLIES = "bench-replies"
LATEST_S = 60.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """So many evenings of so many tables, one deal each; A_SECOND are submitted in a second.

    `costed` evenings are submitted over the API at an even pace, `crowded` as fast as it goes.
    """

    evenings: int = 24
    tables: int = 50
    round_trips: int = 200
    costed: int = 2
    crowded: int = 12


FULL = Sizes()
TINY = Sizes(evenings=1, tables=3, round_trips=2, costed=1, crowded=1)

UNHURRIED_A_SECOND = 5  # so slowly that nothing is done for two of them together
CROWD = 6  # phones that send one deal after the other
SECOND_AFTER_S = 0.5


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    assert site.worker
    yield from how_late(site, sizes)
    yield queries()
    yield from costs(site, sizes)
    yield from second_one(site)


def how_late(site: Site, sizes: Sizes) -> Iterator[Line]:
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


def queries() -> Line:
    """Count what the service asks the database, with the beginning and end of its transaction."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    _stage, tables, deal = make_round("counted", tables=2)
    submit(tables[0], deal)
    with CaptureQueriesContext(connection) as asked:
        submit(tables[1], deal)
    # one is the mark that a delivery waits, after the commit
    return Line(goal="P20", what="a submission", figure=len(asked) - 1, unit="queries")


def costs(site: Site, sizes: Sizes) -> Iterator[Line]:
    """Submit over the API of the production servers, unhurried and then as fast as it goes."""
    send_all(site, "warm", evenings=1, tables=3)
    each, _seconds = send_all(
        site, "costed", sizes.costed, sizes.tables, a_second=UNHURRIED_A_SECOND
    )
    yield Line(
        goal="P19", what=f"a submission: {in_words(each)}", figure=sum(each.values()), unit="ms"
    )
    each, seconds = send_all(site, "crowded", sizes.crowded, sizes.tables)
    count = sizes.crowded * sizes.tables
    yield Line(
        goal="P21",
        what=f"submissions of {CROWD} phones that do not pause, until all are shown",
        figure=count / seconds,
        unit="a second",
    )
    yield Line(what=f"each of them: {in_words(each)}", figure=sum(each.values()), unit="ms")


def in_words(each: dict[str, float]) -> str:
    return ", ".join(f"{name} {figure:.1f}" for name, figure in each.items())


def send_all(
    site: Site, slug: str, evenings: int, tables: int, a_second: float | None = None
) -> tuple[dict[str, float], float]:
    """Submit a deal at each table over the API and wait until the standings show all of them.

    Returns the processor time of each in milliseconds by server, and the seconds it took.
    """
    rounds = [make_round(f"{slug}-{number}", tables=tables) for number in range(evenings)]
    deals = [(Phone(table), deal) for _stage, made, deal in rounds for table in made]
    host = urlsplit(site.production_url).netloc
    before, started = site.processor_seconds(), time.monotonic()
    with ThreadPoolExecutor(CROWD) as phones:
        waiting = []
        for number, (phone, deal) in enumerate(deals):
            if a_second is not None:
                time.sleep(max(0.0, started + number / a_second - time.monotonic()))
            waiting.append(phones.submit(phone.send, host, deal))
        for one in waiting:
            one.result()
    wait_until_shown([stage for stage, _made, _deal in rounds], 2 * tables)
    seconds = time.monotonic() - started
    time.sleep(1)  # until the worker has put everything away
    after = site.processor_seconds()
    each = {name: (after[name] - before[name]) * 1000 / len(deals) for name in after}
    return each, seconds


def wait_until_shown(stages: list[Any], entries: int) -> None:
    """Wait until the standings of each stage show a result of so many entries.

    It looks seldom: what it asks the database is measured too.
    """
    from league.standings.models import SnapshotRow

    give_up_at = time.monotonic() + LATEST_S
    for stage in stages:
        shown = SnapshotRow.objects.filter(snapshot__stage=stage, played=1)
        while shown.count() < entries:
            assert time.monotonic() < give_up_at, f"stage {stage.pk} does not show every result"
            time.sleep(0.1)


class Phone:
    """A phone that has scanned the link of a table of the production servers."""

    def __init__(self, table: Any) -> None:
        from django.test import override_settings

        from league.rounds.links import link_of

        self.path = f"/api/v1/tables/{table.pk}/submit"
        with override_settings(SECRET_KEY=PRODUCTION["SECRET_KEY"]):
            self.link = link_of(table)

    def send(self, host: str, deal: dict[str, Any]) -> None:
        headers = {
            "Authorization": f"Table {self.link}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid4()),
        }
        body = json.dumps({"side": 0, "number": 1, "data": deal})
        status, _etag = ask(host, "POST", self.path, body, headers)
        assert status == http.client.CREATED, status


def ask(
    host: str, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
) -> tuple[int, str]:
    """Return the status and the ETag of an answer, over a connection of its own."""
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        connection.request(method, path, body or None, headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("ETag", "")
    finally:
        connection.close()


def second_one(site: Site) -> Iterator[Line]:
    """Submit at two tables, one soon after the other, and look when every process shows it."""
    host = urlsplit(site.production_url).netloc
    stage, tables, deal = make_round("two-processes", tables=4)
    page = f"/clubs/{stage.event.club.slug}/events/{stage.event.slug}/standings/"
    took = []
    for phone in [Phone(table) for table in tables[:2]]:
        old = ask(host, "GET", page)[1]
        started = time.monotonic()
        phone.send(host, deal)
        wait_until_new(host, page, old)
        took.append(time.monotonic() - started)
        time.sleep(SECOND_AFTER_S)
    yield Line(what="submission to visible page, two web processes", figure=took[0], unit="s")
    yield Line(goal="P22", what="the second one soon after it", figure=took[1], unit="s")


def wait_until_new(host: str, page: str, old: str, in_a_row: int = 6) -> None:
    """Wait until so many answers in a row, of either process, are no longer the old page."""
    give_up_at = time.monotonic() + LATEST_S
    fresh = 0
    while fresh < in_a_row:
        assert time.monotonic() < give_up_at, "the page does not show the result"
        status, etag = ask(host, "GET", page)
        assert status == http.client.OK, status
        fresh = fresh + 1 if etag != old else 0


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
                    kind, _colon, event = topic.partition(":")
                    # live processes write to themselves on this channel, to prove that they hear
                    if kind == "event" and int(event) in self.stages:
                        self._look(self.stages[int(event)])
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
