"""Readers of live pages, in a process of their own: which version reached how many, and when.

`python -m deploy.bench.readers URL COUNT` says "open" when all streams are and follows them until
its input ends, which names a version and the digest of what it shows. It waits for that to reach
them all, and prints JSON. A page that shows it already is sent no further version.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Self, cast
from urllib.parse import urlsplit

import uvloop

# connections that are opened at the same time
AT_ONCE = 50
# so long a page may lack the last version before it counts as one that was not told
SECONDS_TO_ARRIVE = 30.0


@dataclass(frozen=True, slots=True)
class Reached:
    """How many pages show the last state in the end, and when the last event came (Unix time).

    `versions`: how many have which one.
    """

    up_to_date: int
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

    def close(self, version: int, text: str) -> Reached:
        """Wait for all pages to have the version, or show its text, for a while; say what came."""
        asked = f"{version} {digest_of(text)}"
        answer, _ = self.process.communicate(asked, timeout=2 * SECONDS_TO_ARRIVE)
        reading = json.loads(answer)
        versions = {int(version): count for version, count in reading["versions"].items()}
        return Reached(reading["up_to_date"], versions, reading["last_at"])

    def __exit__(self, *_error: object) -> None:
        with self.process:  # closes what it is written to and read from
            self.process.kill()


def digest_of(text: str) -> str:
    """Return what tells a text from another one; ends of lines and blank lines behind it do not."""
    return sha256("\n".join(text.rstrip().splitlines()).encode()).hexdigest()


class Page(asyncio.Protocol):
    """One stream; remembers the id and the text of the last event and when it came."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.is_open = asyncio.get_running_loop().create_future()
        self.version = 0
        self.at = 0.0
        self.lines: list[bytes] = []
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
                self.lines = []
            elif line.startswith(b"data: "):
                self.lines.append(line[6:])

    def shows(self, version: int, digest: str) -> bool:
        return self.version >= version or digest_of(b"\n".join(self.lines).decode()) == digest

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
    version, digest = (await loop.run_in_executor(None, sys.stdin.read)).split()
    up_to_date = await until_arrived(pages, int(version), digest)
    versions = Counter(page.version for page in pages)
    return Reached(up_to_date, dict(versions), max(page.at for page in pages))


async def until_arrived(pages: list[Page], version: int, digest: str) -> int:
    """Return how many pages show the last state, as soon as all do or after a while."""
    give_up_at = time.time() + SECONDS_TO_ARRIVE
    while True:
        up_to_date = sum(page.shows(version, digest) for page in pages)
        if up_to_date == len(pages) or time.time() > give_up_at:
            return up_to_date
        await asyncio.sleep(0.05)


def main(arguments: list[str]) -> None:
    url, count = arguments
    reached = uvloop.run(follow(url, int(count)))
    print(json.dumps(asdict(reached)))


if __name__ == "__main__":
    main(sys.argv[1:])
