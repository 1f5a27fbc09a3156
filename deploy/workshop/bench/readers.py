"""Readers of live pages, in a process of their own: what reached how many of them, and when.

`python -m deploy.workshop.bench.readers` reads JSON (where, and streams with how many pages each),
says "open" when all are, follows them until its input ends, and prints JSON. The pages come from as
many addresses of this machine as are asked for.
"""

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import cycle
from typing import Any, Self, cast

import uvloop

from deploy.workshop.bench.load import print_json

# connections that are opened at the same time
AT_ONCE = 50
LAST_S = 60.0


@dataclass(slots=True)
class Version:
    """A text that was sent to pages; when the last of them first had it."""

    text: str
    last_at: float


@dataclass(slots=True)
class Reached:
    """What was sent on a path, in order, and how many pages show the last of it in the end."""

    versions: list[Version]
    up_to_date: int


@dataclass(frozen=True, slots=True)
class Streams:
    """Live pages that are open: so many `pages` of each path, from so many addresses.

    Of each path one part is looked at, which has such a name.
    """

    host: str
    port: int
    paths: list[str]
    parts: list[str]
    pages: int
    addresses: int


class Readers:
    """Pages that are open from `__enter__` until `close`, which returns what reached them."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.workshop.bench.readers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(asdict(self.streams)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line == "open\n", f"the pages did not open: {line}"
        return self

    def close(self) -> list[Reached]:
        """Return what reached the pages of each path; times as `time.time` has them."""
        answer, _ = self.process.communicate(timeout=LAST_S)
        return [
            Reached([Version(**version) for version in path["versions"]], path["up_to_date"])
            for path in json.loads(answer)
        ]

    def __exit__(self, *_error: object) -> None:
        with self.process:  # closes what it is written to and read from
            self.process.kill()


@dataclass
class Path:
    """A stream that pages follow; `versions` of the part that reached any of them."""

    request: bytes
    part: bytes
    pages: list["Page"] = field(default_factory=list)
    versions: dict[str, Version] = field(default_factory=dict)

    def note(self, page: "Page", text: str) -> None:
        if page.shown != text:
            page.shown = text
            self.versions.setdefault(text, Version(text, 0.0)).last_at = time.time()

    @property
    def reached(self) -> Reached:
        last = next(reversed(self.versions), "")
        return Reached([*self.versions.values()], sum(page.shown == last for page in self.pages))


class Page(asyncio.Protocol):
    """One open page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = ""
        path.pages.append(self)
        self.is_open = asyncio.get_running_loop().create_future()
        self.part = b""
        self.lines: list[bytes] = []
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.path.request)

    def data_received(self, data: bytes) -> None:
        if not self.is_open.done():
            self.is_open.set_result(data.startswith(b"HTTP/1.1 200"))
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.lines = []
            elif line.startswith(b"event: "):
                self.part = line[7:]
            elif line.startswith(b"data: "):
                self.lines.append(line[6:])
            elif not line.strip() and self.lines and self.part == self.path.part:
                self.path.note(self, b"\n".join(self.lines).decode())

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_result(False)


async def follow(streams: Streams) -> list[Path]:
    """Open the pages and read them until the input of the process ends."""
    loop = asyncio.get_running_loop()
    paths = [
        Path(f"GET {path} HTTP/1.1\r\nHost: {streams.host}\r\n\r\n".encode(), part.encode())
        for path, part in zip(streams.paths, streams.parts, strict=True)
    ]
    addresses = cycle([f"127.0.0.{number + 1}" for number in range(streams.addresses)])
    wanted = [path for path in paths for _ in range(streams.pages)]
    for first in range(0, len(wanted), AT_ONCE):
        made: list[Any] = await asyncio.gather(
            *(
                loop.create_connection(
                    partial(Page, path),
                    streams.host,
                    streams.port,
                    local_addr=(next(addresses), 0),
                )
                for path in wanted[first : first + AT_ONCE]
            )
        )
        is_open = await asyncio.gather(*(page.is_open for _transport, page in made))
        assert all(is_open), "a page was refused"
    print("open", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    return paths


def main() -> None:
    paths = uvloop.run(follow(Streams(**json.loads(sys.stdin.readline()))))
    print_json([asdict(path.reached) for path in paths])


if __name__ == "__main__":
    main()
