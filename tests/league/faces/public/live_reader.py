"""Reads a live stream as a browser does: an HTTP answer that does not end."""

import socket
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

# a busy machine may take long; whoever waits for something that comes does not wait for this
PATIENCE_S = 30.0


@dataclass
class LiveReader:
    """One open stream. `next_event` waits for the next event and returns (id, name, data)."""

    url: str
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        address = urlsplit(self.url)
        self.socket = socket.create_connection((address.hostname, address.port), timeout=PATIENCE_S)
        path = address.path + (f"?{address.query}" if address.query else "")
        lines = [f"GET {path} HTTP/1.1", f"Host: {address.netloc}", "Accept: text/event-stream"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        self.ended = False
        head = self._until(b"\r\n\r\n", PATIENCE_S).decode()
        self.status = int(head.split(" ", 2)[1])
        self.is_chunked = "chunked" in head.lower()
        self.text = ""

    def next_event(self, seconds: float = PATIENCE_S) -> tuple[int, str, str] | None:
        """Return the next event, or None when none comes in time or the stream ends."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self.ended:
            while "\n\n" in self.text:
                block, self.text = self.text.split("\n\n", 1)
                fields = [line.split(": ", 1) for line in block.split("\n") if ": " in line]
                named = {name: value for name, value in fields if name in ("id", "event")}
                if "event" in named:
                    data = "\n".join(value for name, value in fields if name == "data")
                    return int(named["id"]), named["event"], data
            self._read_chunk(left)
        return None

    def close(self) -> None:
        self.socket.close()

    def _read_chunk(self, seconds: float) -> None:
        size = self._until(b"\r\n", seconds)
        if not size:
            return
        length = int(size, 16)
        if length == 0:
            self.ended = True
            return
        while len(self.buffer) < length + 2 and self._receive(seconds):
            pass
        self.text += self.buffer[:length].decode()
        self.buffer = self.buffer[length + 2 :]

    def _until(self, mark: bytes, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        while mark not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not self._receive(left):
                return b""
        part, _, self.buffer = self.buffer.partition(mark)
        return part

    def _receive(self, seconds: float) -> bool:
        self.socket.settimeout(max(seconds, 0.01))
        try:
            received = self.socket.recv(65536)
        except TimeoutError:
            return False
        if not received:
            self.ended = True
        self.buffer += received
        return bool(received)
