"""Requests as fast as the server answers them, from a process of their own.

`python -m deploy.bench.load URL SECONDS CONNECTIONS [HEADER ...]` prints JSON.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from typing import cast
from urllib.parse import urlsplit

import uvloop

NO_LENGTH = "no length"  # instead of a status: where such an answer ends is not read here


@dataclass(frozen=True, slots=True)
class Load:
    """How many requests a second were answered, how fast half of them, and with what."""

    rate: float
    median_ms: float
    p95_ms: float
    statuses: dict[str, int]


def load(
    url: str, *, seconds: float = 3.0, connections: int = 8, headers: tuple[str, ...] = ()
) -> Load:
    """Ask for the address over kept connections. Raises AssertionError when answers differ."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.bench.load", url, str(seconds), str(connections), *headers],
        capture_output=True,
        text=True,
        check=True,
        timeout=seconds + 30,
    )
    result = Load(**json.loads(done.stdout))
    assert len(result.statuses) == 1, f"{url} answered {result.statuses}"
    assert NO_LENGTH not in result.statuses, f"{url} does not say how long its answer is"
    return result


class Person(asyncio.Protocol):
    """One kept connection, which asks again as soon as it was answered."""

    def __init__(self, request: bytes, until: float, statuses: Counter[str], took: list[float]):
        self.request, self.until, self.statuses, self.took = request, until, statuses, took
        self.buffer = b""
        self.gone = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.ask()

    def ask(self) -> None:
        self.asked_at = time.perf_counter()
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, blank, body = self.buffer.partition(b"\r\n\r\n")
        if not blank:
            return
        status, length = head[9:12].decode(), body_length(head)
        if length is None and status != "304":
            self.statuses[NO_LENGTH] += 1
            self.transport.close()
            return
        if len(body) < (length or 0):
            return
        now = time.perf_counter()
        self.buffer = b""
        self.statuses[status] += 1
        self.took.append(now - self.asked_at)
        if now < self.until:
            self.ask()
        else:
            self.transport.close()

    def connection_lost(self, _error: Exception | None) -> None:
        self.gone.set_result(None)


def body_length(head: bytes) -> int | None:
    """Return the length that the answer says its body has: none for one in pieces, and for 304."""
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return None


async def ask_all(url: str, seconds: float, connections: int, headers: list[str]) -> Load:
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc}", "Accept: */*", *headers, "", ""]
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    statuses: Counter[str] = Counter()
    took: list[float] = []
    started = time.perf_counter()
    people = []
    for _ in range(connections):
        _transport, person = await loop.create_connection(
            lambda: Person(request, started + seconds, statuses, took),
            parts.hostname or "localhost",
            parts.port or 80,
        )
        people.append(person)
    await asyncio.gather(*(person.gone for person in people))
    passed = time.perf_counter() - started
    took = sorted(took) or [0.0]
    return Load(
        rate=len(took) / passed,
        median_ms=took[len(took) // 2] * 1000,
        p95_ms=took[len(took) * 95 // 100] * 1000,
        statuses=dict(statuses),
    )


def main(arguments: list[str]) -> None:
    url, seconds, connections, *headers = arguments
    result = uvloop.run(ask_all(url, float(seconds), int(connections), headers))
    print(json.dumps(asdict(result)))


if __name__ == "__main__":
    main(sys.argv[1:])
