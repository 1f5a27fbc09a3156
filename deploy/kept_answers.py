"""Public pages answered again from memory, before Django and its middleware are asked.

When a result comes in, everybody at the club asks for the same page. What Django has answered a
stranger with, and marked as public, is given for half a second to whoever asks for exactly the
same: nothing in such a request says who asks (docs/decisions/0039-answers-in-front.md).
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeAlias

from django_prometheus.middleware import Metrics

from deploy.request_log import HEADER, ROUTE, VIEW, begin, log_request
from league.process_memory import remembers

SECONDS = 0.5
MOST_ANSWERS = 512
MOST_BYTES = 32 * 1024 * 1024
LARGEST = 512 * 1024
LONGEST_QUESTION = 4 * 1024

Environ: TypeAlias = dict[str, Any]
Start: TypeAlias = Callable[..., Any]
Headers: TypeAlias = list[tuple[str, str]]
Key: TypeAlias = tuple[Any, ...]
Wsgi: TypeAlias = Callable[[Environ, Start], Iterable[bytes]]

# what an answer may depend on; two requests that are alike in all of it get the same
ASKED = (
    *("wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "HTTP_HOST", "SERVER_NAME", "SERVER_PORT"),
    *("SCRIPT_NAME", "PATH_INFO", "QUERY_STRING"),
    *("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING"),
)
# a request with one of these is always Django's: it says who asks, asks for part of a page, which
# open pages do when they know that it has changed, or brings something
NEVER = (
    *("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_HX_REQUEST", "HTTP_RANGE"),
    "HTTP_TRANSFER_ENCODING",
)
# an answer that depends on anything else is not kept
OF_A_BODY = {"content-type", "content-length", "content-encoding"}
MAY_VARY = {"cookie", "authorization", "hx-request", "accept", "accept-language", "accept-encoding"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What Django answered; `body` is None where it only said that nothing has changed.

    It is given until the moment `until`, counted from before Django began to make it. Then whoever
    has the `turn` asks Django again, and the others wait for that.
    """

    until: float
    turn: Lock
    status: str
    headers: Headers
    body: bytes | None
    etag: str
    route: str
    view: str


class KeptAnswers:
    """The site with its last public answers in front of it; a WSGI application around another."""

    def __init__(
        self,
        site: Wsgi,
        *,
        clock: Callable[[], float] = time.monotonic,
        begin: Callable[[], None] | None = None,
    ) -> None:
        """`begin` is called before each request: in the process that answers it, after any fork."""
        self.site = site
        self.clock = clock
        self.begin = begin
        self._kept: dict[Key, Answer] = {}
        self._bytes = 0
        self._lock = Lock()
        remembers("answers", self.forget_all)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        if self.begin is not None:
            self.begin()
        key = key_of(environ)
        if key is None:
            return self.site(environ, start_response)
        kept = self._kept.get(key)
        if kept is None:
            return self._ask_site(key, Lock(), environ, start_response)
        if self._is_good(kept, environ):
            return give(environ, start_response, kept)
        with turn_of(kept):
            # whoever had the turn before has asked for all who waited
            newer = self._kept.get(key, kept)
            if not self._is_good(newer, environ):
                return self._ask_site(key, kept.turn, environ, start_response)
        return give(environ, start_response, newer)

    def _is_good(self, kept: Answer, environ: Environ) -> bool:
        return self.clock() < kept.until and (kept.body is not None or has_it(environ, kept.etag))

    def _ask_site(
        self, key: Key, turn: Lock, environ: Environ, start_response: Start
    ) -> Iterable[bytes]:
        until = self.clock() + SECONDS
        begun: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, *error: Any) -> Any:
            begun[:] = [(status, headers)]
            return start_response(status, headers, *error)

        parts = self.site(environ, start)
        if not begun or not may_be_kept(*begun[0]):
            return parts
        body = whole(parts)
        if len(body) <= LARGEST:
            self._keep(key, answer_of(environ, *begun[0], body, until=until, turn=turn))
        return [body]

    def _keep(self, key: Key, answer: Answer) -> None:
        with self._lock:
            if len(self._kept) >= MOST_ANSWERS or self._bytes >= MOST_BYTES:
                self._forget_old()
            self._kept[key] = answer
            self._bytes += len(answer.body or b"")

    def _forget_old(self) -> None:
        """Forget what is over; everything, where too much is not over yet."""
        now = self.clock()
        kept = {key: answer for key, answer in self._kept.items() if now < answer.until}
        size = sum(len(answer.body or b"") for answer in kept.values())
        is_little = len(kept) < MOST_ANSWERS // 2 and size < MOST_BYTES // 2
        self._kept, self._bytes = (kept, size) if is_little else ({}, 0)

    def forget_all(self) -> None:
        with self._lock:
            self._kept, self._bytes = {}, 0

    def __len__(self) -> int:
        return len(self._kept)


def key_of(environ: Environ) -> Key | None:
    """Return what the answer to a request depends on; None where it may depend on more."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("CONTENT_LENGTH") not in (None, "", "0"):
        return None
    if any(name in environ for name in NEVER):
        return None
    asked = tuple([environ.get(name) for name in ASKED])
    # whoever asks may make it as long as the server takes it, and it would stay here
    return asked if sum(len(part or "") for part in asked) <= LONGEST_QUESTION else None


def may_be_kept(status: str, headers: Headers) -> bool:
    """Say whether an answer is for everybody, has a mark of its content and leaves no cookie."""
    named = {name.lower(): value for name, value in headers}
    vary = {part.strip().lower() for part in named.get("vary", "").split(",")}
    return (
        status[:3] in ("200", "304")
        and "etag" in named
        and "set-cookie" not in named
        and "public" in named.get("cache-control", "")
        and "no-cache" in named.get("cache-control", "")
        and vary <= MAY_VARY
    )


def answer_of(
    environ: Environ, status: str, headers: Headers, body: bytes, *, until: float, turn: Lock
) -> Answer:
    kept = [(name, value) for name, value in headers if name != HEADER]
    return Answer(
        until=until,
        turn=turn,
        status=status,
        headers=kept,
        body=body if status.startswith("200") else None,
        etag=next(value for name, value in headers if name.lower() == "etag"),
        # left there by the line that the log has of the first answer
        route=environ.get(ROUTE, ""),
        view=environ.get(VIEW, ""),
    )


def has_it(environ: Environ, etag: str) -> bool:
    """Say whether the browser has this content already (a weak comparison)."""
    known = environ.get("HTTP_IF_NONE_MATCH")
    if known is None:
        return False
    marks = {part.strip().removeprefix("W/") for part in known.split(",")}
    return etag.removeprefix("W/") in marks or "*" in marks


@contextmanager
def turn_of(kept: Answer) -> Iterator[None]:
    """Wait for the turn to ask Django, but no longer than an answer is given."""
    has_turn = kept.turn.acquire(timeout=SECONDS)
    try:
        yield
    finally:
        if has_turn:
            kept.turn.release()


def give(environ: Environ, start_response: Start, kept: Answer) -> Iterable[bytes]:
    """Answer with what is kept, counted and logged like any other answer."""
    started = time.perf_counter()
    is_changed = not has_it(environ, kept.etag)
    request_id = begin(environ.get("HTTP_X_REQUEST_ID", ""))
    status, headers = kept.status, kept.headers
    if not is_changed:
        status = "304 Not Modified"
        headers = [pair for pair in headers if pair[0].lower() not in OF_A_BODY]
    start_response(status, [*headers, (HEADER, request_id)])
    count(kept.view, status[:3])
    log_request("GET", kept.route, int(status[:3]), started)
    return [kept.body or b""] if is_changed else []


def count(view: str, status: str) -> None:
    """Count an answer in the figures that Django's own answers are counted in."""
    figures = Metrics.get_instance()
    figures.requests_total.inc()
    figures.responses_total.inc()
    figures.responses_by_status.labels(status=status).inc()
    figures.responses_by_status_view_method.labels(status=status, view=view, method="GET").inc()


def whole(parts: Iterable[bytes]) -> bytes:
    try:
        return b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close:
            close()
