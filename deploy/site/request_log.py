"""One log line a request, and an id that goes with it into every other line and task."""

import re
import time
import uuid
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

from deploy.site.metrics.counted import count_request

log = structlog.stdlib.get_logger("request")

HEADER = "X-Request-ID"
# a proxy's id is kept, a stranger's essay is not
ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{8,64}")
QUIET_ROUTES = ("livez", "readyz", "metrics")


class RequestLogMiddleware:
    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._answer_async(request)
        request_id, started = begin(request.headers.get(HEADER, "")), time.perf_counter()
        return _end(request, self.get_response(request), request_id, started)

    async def _answer_async(self, request: HttpRequest) -> HttpResponseBase:
        request_id, started = begin(request.headers.get(HEADER, "")), time.perf_counter()
        response = await self.get_response(request)  # type: ignore[misc]
        return _end(request, response, request_id, started)


def begin(given: str) -> str:
    """Return the id of a request, which is in all lines from now on; a proxy may have given one."""
    request_id = given if ACCEPTABLE.fullmatch(given) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def log_request(method: str | None, route: str, status: int, started: float) -> None:
    """Write the line of a request that was answered, and count it.

    The route and not the path: table links and sign-in links are secrets.
    """
    seconds = time.perf_counter() - started
    count_request(route, status, seconds)
    if route not in QUIET_ROUTES:
        ms = round(seconds * 1000, 1)
        log.info("request", method=method, route=route, status=status, ms=ms)


def _end(
    request: HttpRequest, response: HttpResponseBase, request_id: str, started: float
) -> HttpResponseBase:
    response.headers[HEADER] = request_id
    match = request.resolver_match
    log_request(request.method, match.route if match else "", response.status_code, started)
    return response
