"""A cache of pages for visitors without a session, and ETags for the pages of all visitors."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import sha256
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from league.process_memory import remembers
from league.release import release

KEPT_SECONDS = 24 * 3_600
KEPT_IN_PROCESS = 256  # pages
VARY = ("Cookie", "Accept-Language", "HX-Request")


def is_stranger(request: HttpRequest) -> bool:
    """Return whether nothing in the request can make its page differ from anybody else's."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES


def kept_page(
    request: HttpRequest, stamp: str, known: Iterable[str], render: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer a stranger with the page kept for this stamp, rendering it if there is none.

    `stamp` changes whenever the page does. `known` are the names that the page reads of the
    query; an address with any other is rendered afresh, so that nobody can fill the cache with
    copies of one page.
    """
    if not set(request.GET) <= set(known):
        return with_etag(request, render())
    key = _key(request, stamp)
    etag = f'"{key}"'
    if _browser_has(request, etag):
        return _finish(HttpResponseNotModified(), etag, is_public=True)
    body = _in_process.get(key)
    if body is None:
        body = cache.get(f"page:{key}")
    if body is None:
        response = render()
        if response.status_code != 200:
            return response
        body = response.content
        cache.set(f"page:{key}", body, KEPT_SECONDS)
    _in_process.put(key, body)
    return _finish(HttpResponse(body), etag, is_public=True)


def with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the rendered answer with the digest of its content as ETag, or 304 in its place."""
    if response.status_code != 200:
        return response
    etag = f'"{sha256(response.content).hexdigest()[:32]}"'
    answer = HttpResponseNotModified() if _browser_has(request, etag) else response
    if answer is not response:
        answer.cookies = response.cookies
    return _finish(answer, etag, is_public=is_stranger(request))


def _finish(response: HttpResponse, etag: str, *, is_public: bool) -> HttpResponse:
    response["ETag"] = etag
    # kept by browsers and proxies, and asked for again each time: an answer of 304 is cheap
    response["Cache-Control"] = "public, no-cache" if is_public else "private, no-cache"
    patch_vary_headers(response, VARY)
    return response


def _browser_has(request: HttpRequest, etag: str) -> bool:
    etags = request.headers.get("If-None-Match", "")
    return etags.strip() == "*" or etag in (
        part.strip().removeprefix("W/") for part in etags.split(",")
    )


def _key(request: HttpRequest, stamp: str) -> str:
    is_part = request.headers.get("HX-Request") == "true"
    parts = (release(), stamp, request.get_full_path(), get_language(), is_part)
    return sha256(repr(parts).encode()).hexdigest()[:40]


class _Recent:
    """The last pages that this process has answered with; the newest stay."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> bytes | None:
        with self._lock:
            body = self._pages.get(key)
            if body is not None:
                self._pages.move_to_end(key)
            return body

    def put(self, key: str, body: bytes) -> None:
        with self._lock:
            self._pages[key] = body
            self._pages.move_to_end(key)
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()

    def __len__(self) -> int:
        return len(self._pages)


_in_process = _Recent(KEPT_IN_PROCESS)


def forget_all() -> None:
    """Forget the pages kept in this process; those in the cache stay."""
    _in_process.clear()


remembers("pages", forget_all)


def kept_pages() -> int:
    """Return how many pages this process keeps."""
    return len(_in_process)
