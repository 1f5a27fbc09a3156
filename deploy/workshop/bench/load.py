"""Page views at an even pace, however long the answers take, from a process of their own.

`python -m deploy.workshop.bench.load` reads what to ask for as JSON and prints JSON. Who finds all
kept connections busy opens another one, as the next visitor would.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast

import uvloop

ANSWER_S = 30.0
NOT_ANSWERED = "none"


@dataclass(frozen=True, slots=True)
class Views:
    """What is asked for, one path after the other, and so many of them a second."""

    host: str
    port: int
    paths: list[str]
    a_second: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Viewed:
    """Milliseconds from the moment each was due to its last byte, in order, and the statuses."""

    took_ms: list[float]
    statuses: dict[str, int]


class Viewing:
    """The views go on from the start of this until `result`, which waits for the last of them."""

    def __init__(self, views: Views) -> None:
        command = [sys.executable, "-m", "deploy.workshop.bench.load"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdin
        self.process.stdin.write(json.dumps(asdict(views)))
        self.process.stdin.close()
        self.timeout = views.seconds + 2 * ANSWER_S

    def result(self) -> Viewed:
        with self.process:
            assert self.process.stdout
            return Viewed(**json.loads(self.process.stdout.read()))


def percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


class Connection(asyncio.Protocol):
    """A kept connection, which answers one request at a time."""

    def __init__(self) -> None:
        self.buffer = b""
        self.answered: asyncio.Future[str] | None = None
        self.is_open = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    async def ask(self, request: bytes) -> str:
        """Return the status of the answer, when all of it is here."""
        self.answered = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answered

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, blank, body = self.buffer.partition(b"\r\n\r\n")
        if not blank:
            return
        if (length := body_length(head)) is None:
            self.is_open = False  # where such an answer ends is not read here
            self.transport.close()
            self._end("no length")
        elif len(body) >= length:
            self._end(head[9:12].decode())

    def _end(self, status: str) -> None:
        self.buffer = b""
        if self.answered and not self.answered.done():
            self.answered.set_result(status)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_open = False
        self._end(NOT_ANSWERED)


def body_length(head: bytes) -> int | None:
    """Return the length that the answer says its body has, if it says one."""
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return None


async def view_all(views: Views) -> Viewed:
    loop = asyncio.get_running_loop()
    idle: list[Connection] = []
    took: list[float] = []
    statuses: Counter[str] = Counter()

    async def view(path: str, due: float) -> None:
        began = min(due, time.perf_counter())  # the clock of the loop may be a little ahead
        lines = [
            *(f"GET {path} HTTP/1.1", f"Host: {views.host}", "Accept-Encoding: gzip, br"),
            *("", ""),
        ]
        while idle and not idle[-1].is_open:
            idle.pop()
        connection = idle.pop() if idle else None
        try:
            if connection is None:
                _, connection = await loop.create_connection(Connection, views.host, views.port)
            async with asyncio.timeout(ANSWER_S):
                statuses[await connection.ask("\r\n".join(lines).encode())] += 1
        except OSError:
            statuses[NOT_ANSWERED] += 1
            return
        took.append(1000 * (time.perf_counter() - began))
        if connection.is_open:
            idle.append(connection)

    started, asked = time.perf_counter(), []
    for number in range(round(views.a_second * views.seconds)):
        due = started + number / views.a_second
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        path = views.paths[number % len(views.paths)]
        asked.append(asyncio.create_task(view(path, due)))
    await asyncio.gather(*asked)
    return Viewed(took, dict(statuses))


def print_json(value: object) -> None:
    """Print all of it: what does not fit into the pipe is lost where output is not buffered."""
    sys.stdout.flush()
    rest = json.dumps(value).encode()
    while rest:
        rest = rest[os.write(sys.stdout.fileno(), rest) :]


def main() -> None:
    viewed = uvloop.run(view_all(Views(**json.load(sys.stdin))))
    print_json(asdict(viewed))


if __name__ == "__main__":
    main()
