"""Asking the whole site in this process: from the server's call to the last byte of the answer."""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from deploy.run.embedded.children import Child


@dataclass(slots=True)
class Answer:
    status: int
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass(slots=True)
class Browser:
    """Asks as a browser or a program does; `cookies` and `headers` go with each request."""

    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def getting(self, path: str) -> Callable[[], Answer]:
        """Return the work of the site alone to answer; it may be done again.

        It raises AssertionError where the answer is not a good one.
        """
        return self._prepared("GET", path)

    def posting(self, path: str, data: dict[str, Any]) -> Callable[[], Answer]:
        """Return the same for data that is sent to the API, to be done once."""
        return self._prepared("POST", path, json.dumps(data).encode())

    def _prepared(self, method: str, path: str, body: bytes = b"") -> Callable[[], Answer]:
        from django.test import RequestFactory

        from deploy.site.wsgi import application

        own = {"Idempotency-Key": str(uuid4())} if body else {"Accept-Encoding": "gzip"}
        request = RequestFactory(headers={**own, **self.headers}).generic(
            method, path, body, content_type="application/json", SERVER_NAME="localhost"
        )
        given = dict(request.META)
        # the factory sends an empty one, a stranger's browser none
        given.pop("HTTP_COOKIE", None)
        if self.cookies:
            given["HTTP_COOKIE"] = "; ".join(f"{name}={v}" for name, v in self.cookies.items())

        def ask() -> Answer:
            begun: list[str] = []

            def begin(status: str, *_headers: Any) -> Callable[[bytes], object]:
                begun.append(status)
                return lambda _text: None

            parts: Any = application(given | {"wsgi.input": BytesIO(body)}, begin)
            try:
                text = b"".join(parts)
            finally:
                parts.close()
            status = int(begun[0][:3])
            assert 200 <= status < 300, f"{method} {path}: {begun[0]} {text[:300]!r}"
            return Answer(status, text)

        return ask


def browser_of(user: Any) -> Browser:
    """Return a browser in which somebody has signed in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return Browser({name: morsel.value for name, morsel in client.cookies.items()})


def program_at(table: Any) -> Browser:
    """Return a program that has the link of a table."""
    from league.play.rounds.links import link_of

    return Browser(headers={"Authorization": f"Table {link_of(table)}"})


# --- Stopwatch ---
# How long work takes: the shortest of several times, which others on the machine disturb least.


def shortest(
    *works: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> list[float]:
    """Return the shortest time of each, of this process's processor unless the clock is another.

    They take turns, so that a busy moment hits all of them.
    """
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, spent, strict=True):
            started = clock()
            work()
            times.append(clock() - started)
    return [min(times) for times in spent]


# --- Processor time, and the processes it was spent in (Linux only, as all measurements here) ---

A_SECOND = 1e9


def family(child: Child) -> list[int]:
    """Return the process and everything it started."""
    ids = [child.process.pid]
    for pid in ids:
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                ids += [int(word) for word in listed.read_text().split()]
            except OSError:
                continue  # it has just ended
    return ids


class Processor:
    """The processor time of this process together with that of the servers it asks."""

    def __init__(self, servers: Iterable[Child]) -> None:
        self.servers = list(servers)

    def seconds(self, work: Callable[[], object]) -> float:
        """Return what the work took, here and in all processes of the servers."""
        before, here = self._elsewhere(), time.process_time()
        work()
        took = time.process_time() - here
        # what has ended meanwhile takes its time with it: that of processes that are there counts
        elsewhere = sum(ran - before.get(pid, 0) for pid, ran in self._elsewhere().items())
        return took + elsewhere / A_SECOND

    def least(self, work: Callable[[], object], *, times: int) -> float:
        """Return the least that the work took, which others on the machine disturb least."""
        return min(self.seconds(work) for _ in range(times))

    def _elsewhere(self) -> dict[int, int]:
        """Return the nanoseconds that each process of the servers has run."""
        return {pid: _of(pid) for child in self.servers for pid in family(child)}


def _of(pid: int) -> int:
    """Return the nanoseconds that all threads of a process have run so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(task.read_text().split()[0])
        except OSError:
            continue  # it has just ended
    return total
