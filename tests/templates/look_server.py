"""A small web server for tests of the scripts: styleguide, static files, a stream, a partial."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import parse_qs, unquote, urlsplit

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client

from league.faces.public.live.admission import FULL

KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".html": "text/html",
}
REGION = """
<section id="region" data-live="/live/stage/7/" data-live-event="standings" data-live-poll="/part/"
         data-live-version="3" data-live-every="0.2">{part}</section>
"""


class LookServer(ThreadingHTTPServer):
    """Serves what a test sets: `events` goes down the stream, `part` is the partial.

    While it is `full` a stream is answered as the site answers one too many of an address.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.events: Queue[bytes] = Queue()
        self.part = "<p data-key='a'>first</p>"
        self.streaming = True
        self.full = False
        self.closing = False
        self.asked: list[str] = []
        self.posts: list[str] = []
        self.part_requests = 0

    def send_event(self, data: str, *, version: int, name: str = "standings") -> None:
        self.events.put(f"id: {version}\nevent: {name}\ndata: {data}\n\n".encode())


class _Answers(BaseHTTPRequestHandler):
    server: LookServer

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/static/"):
            return self._static(path.removeprefix("/static/"))
        if path == "/live/stage/7/":
            return self._stream()
        if path == "/part/":
            self.server.part_requests += 1
            return self._send(self.server.part.encode(), "text/html")
        if path == "/page/":
            return self._send(_live_page(self.server.part), "text/html")
        if path == "/styleguide/":
            return self._send(Client().get("/styleguide/").content, "text/html")
        if path.startswith("/fonts/"):
            return self._send(Client().get(path).content, "font/woff2")
        return self._send(b"", "text/plain", 404)

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        self.server.posts.append(self.rfile.read(size).decode())
        # an answer that takes its time: the moment in which people press again
        threading.Event().wait(0.5)
        self._send(b'<title>sent</title><link rel="icon" href="data:,">', "text/html")

    def _static(self, name: str) -> None:
        found = finders.find(unquote(name))
        if not isinstance(found, str):
            return self._send(b"", "text/plain", 404)
        kind = KINDS.get(Path(found).suffix, "application/octet-stream")
        return self._send(Path(found).read_bytes(), kind)

    def _stream(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        self.server.asked.append(query.get("after", [""])[0])
        if not self.server.streaming:
            return self._send(b"", "text/plain", 503)
        if self.server.full:
            return self._send(FULL, "text/event-stream")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        while self.server.streaming and not self.server.closing:
            try:
                self.wfile.write(self.server.events.get(timeout=0.05))
                self.wfile.flush()
            except Empty:
                continue
            except OSError:
                return None
        return None

    def _send(self, content: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
        self.end_headers()
        self.wfile.write(content)

    def handle(self) -> None:
        # a browser that closes a page hangs up in the middle of a word
        with suppress(OSError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests look at what was asked, not at a log."""


def _live_page(part: str) -> bytes:
    status = render_to_string("components/live_status.html", {})
    return (
        '<!doctype html><html lang="en"><title>live</title><link rel="icon" href="data:,">'
        "<body><main>"
        f"{REGION.format(part=part)}{status}</main>"
        '<script src="/static/site/live.js"></script></body></html>'
    ).encode()


@contextmanager
def look_server() -> Iterator[LookServer]:
    server = LookServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing = True
        server.shutdown()
        server.server_close()
        thread.join()
