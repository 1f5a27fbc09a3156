"""Runs the WSGI site in threads of an ASGI server, changing threads only twice for each request.

Most answers are short: they come back whole and are sent at once. A long one is sent piece by
piece, and the thread waits until each piece has gone, so that it never piles up in memory.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, TypeAlias, cast

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
Headers: TypeAlias = list[tuple[bytes, bytes]]
Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

WHOLE_ANSWER = 256 * 1024
LARGEST_BODY = 10 * 1024 * 1024
IN_MEMORY = 512 * 1024
MOST_ESCAPES = 100  # letters of cookies written as \054; the site writes none


class ThreadBridge:
    """An ASGI application for one WSGI application."""

    def __init__(self, wsgi: Wsgi, *, threads: int) -> None:
        self.wsgi = wsgi
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            length = await read_body(receive, cast(BinaryIO, body))
            if length is None:
                return
            if length > LARGEST_BODY:
                await refuse_body(send)
                return
            body.seek(0)
            environ = wsgi_environ(scope, cast(BinaryIO, body), length)
            loop = asyncio.get_running_loop()

            def send_from_thread(message: dict[str, Any]) -> None:
                asyncio.run_coroutine_threadsafe(_sent(send, message), loop).result()

            for message in await loop.run_in_executor(
                self.threads, answer, self.wsgi, environ, send_from_thread
            ):
                await send(message)


async def _sent(send: Send, message: dict[str, Any]) -> None:
    await send(message)


async def read_body(receive: Receive, body: BinaryIO) -> int | None:
    """Read the request's body and return its length, or None when the client went away.

    Reading stops behind the largest length that is accepted.
    """
    length = 0
    while length <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        length += len(part)
        body.write(part)
        if not message.get("more_body", False):
            break
    return length


async def refuse_body(send: Send) -> None:
    text = f"The largest file that can be sent is {LARGEST_BODY // 1024 // 1024} MB.\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send(_start(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, headers))
    await send(_part(text, more=False))


def wsgi_environ(scope: Scope, body: BinaryIO, length: int) -> dict[str, Any]:
    """Return the request as PEP 3333 wants it."""
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        # WSGI wants bytes in the disguise of Latin-1
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1")
        if "_" in name:
            continue  # would be read as the header with a dash, which a proxy may have set
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        value = raw_value.decode("latin-1")
        if key in environ:
            value = environ[key] + ("; " if key == "HTTP_COOKIE" else ",") + value
        environ[key] = value
    if "HTTP_COOKIE" in environ:
        environ["HTTP_COOKIE"] = quickly_read(environ["HTTP_COOKIE"])
    environ["CONTENT_LENGTH"] = str(length)
    return environ


def quickly_read(cookies: str) -> str:
    """Leave out cookies with many escaped letters: seconds for 32 kB before Python 3.11.10."""
    if cookies.count("\\") <= MOST_ESCAPES:
        return cookies
    return "; ".join(one.strip() for one in cookies.split(";") if "\\" not in one)


def answer(
    wsgi: Wsgi, environ: dict[str, Any], send: Callable[[dict[str, Any]], None]
) -> list[dict[str, Any]]:
    """Call the site and return what is left to send; a long answer's parts are sent from here."""
    begun: list[tuple[int, Headers]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _error: object = None
    ) -> Callable[[bytes], object]:
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        begun[:] = [(int(status[:3]), raw)]
        return _no_write

    parts = wsgi(environ, start_response)
    try:
        ahead = iter(parts)
        first, is_whole = take(ahead)
        start = _start(*begun[0])
        if is_whole:
            return [start, _part(first, more=False)]
        send(start)
        send(_part(first, more=True))
        for part in ahead:
            send(_part(part, more=True))
        return [_part(b"", more=False)]
    finally:
        close = getattr(parts, "close", None)
        if close:
            close()


def take(parts: Iterator[bytes]) -> tuple[bytes, bool]:
    """Return the beginning of an answer, and whether it is the whole of it."""
    taken: list[bytes] = []
    length = 0
    for part in parts:
        taken.append(part)
        length += len(part)
        if length > WHOLE_ANSWER:
            return b"".join(taken), False
    return b"".join(taken), True


def _no_write(_data: bytes) -> object:
    """Stand for the `write` of WSGI, which Django never calls: it returns its answers."""
    raise RuntimeError("answers are returned, not written")


def _start(status: int, headers: Headers) -> dict[str, Any]:
    return {"type": "http.response.start", "status": int(status), "headers": headers}


def _part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}
