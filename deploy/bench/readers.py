"""Readers of live pages, in a process of their own: which version reached how many, and when.

`python -m deploy.bench.readers URL COUNT` says "open" when all streams are and follows them until
its input ends, which names a version. It waits for that to reach them all, and prints JSON.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Self, cast
from urllib.parse import urlsplit

import uvloop

# connections that are opened at the same time
AT_ONCE = 50
# so long a page may lack the last version before it counts as one that was not told
SECONDS_TO_ARRIVE = 30.0


@dataclass(frozen=True, slots=True)
class Reached:
    """How many pages have which version in the end, and when the last event came (Unix time)."""

    versions: dict[int, int]
    last_at: float


class Readers:
    """Pages that are open from `__enter__` until `close`, which returns what reached them."""

    def __init__(self, url: str, count: int) -> None:
        self.command = [sys.executable, "-m", "deploy.bench.readers", url, str(count)]

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "open\n", f"the pages did not open: {line}"
        return self

    def close(self, version: int) -> Reached:
        """Wait for the version to reach all pages, for a while, and say what did."""
        answer, _ = self.process.communicate(str(version), timeout=2 * SECONDS_TO_ARRIVE)
        reading = json.loads(answer)
        versions = {int(version): count for version, count in reading["versions"].items()}
        return Reached(versions, reading["last_at"])

    def __exit__(self, *_error: object) -> None:
        with self.process:  # closes what it is written to and read from
            self.process.kill()


class Page(asyncio.Protocol):
    """One stream; remembers the id of the last event and when it came."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.is_open = asyncio.get_running_loop().create_future()
        self.version = 0
        self.at = 0.0
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.is_open.done():
            self.is_open.set_result(data.startswith(b"HTTP/1.1 200"))
        text = self.rest + data
        *lines, self.rest = text.split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.version = int(line[4:])
                self.at = time.time()

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_result(False)


async def follow(url: str, count: int) -> Reached:
    """Open so many streams, read them until the input of the process ends, and return the sums."""
    parts = urlsplit(url)
    lines = [f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", "", ""]
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    pages: list[Page] = []
    while len(pages) < count:
        fresh = []
        for _ in range(min(AT_ONCE, count - len(pages))):
            _transport, page = await loop.create_connection(
                lambda: Page(request), parts.hostname or "localhost", parts.port or 80
            )
            fresh.append(page)
        assert all(await asyncio.gather(*(page.is_open for page in fresh))), "a page was refused"
        pages += fresh
    print("open", flush=True)
    last = int(await loop.run_in_executor(None, sys.stdin.read))
    await until_arrived(pages, last)
    versions = Counter(page.version for page in pages)
    return Reached(dict(versions), max(page.at for page in pages))


async def until_arrived(pages: list[Page], version: int) -> None:
    give_up_at = time.time() + SECONDS_TO_ARRIVE
    while any(page.version < version for page in pages) and time.time() < give_up_at:
        await asyncio.sleep(0.05)


def main(arguments: list[str]) -> None:
    url, count = arguments
    reached = uvloop.run(follow(url, int(count)))
    print(json.dumps(asdict(reached)))


if __name__ == "__main__":
    main(sys.argv[1:])
