"""One log line a request, and an id that goes with it into every other line and task."""

import re
import time
import uuid
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

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
        request_id, started = _begin(request), time.perf_counter()
        return _end(request, self.get_response(request), request_id, started)

    async def _answer_async(self, request: HttpRequest) -> HttpResponseBase:
        request_id, started = _begin(request), time.perf_counter()
        response = await self.get_response(request)  # type: ignore[misc]
        return _end(request, response, request_id, started)


def _begin(request: HttpRequest) -> str:
    header = request.headers.get(HEADER, "")
    request_id = header if ACCEPTABLE.fullmatch(header) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def _end(
    request: HttpRequest, response: HttpResponseBase, request_id: str, started: float
) -> HttpResponseBase:
    response.headers[HEADER] = request_id
    # the route and not the path: table links and sign-in links are secrets
    route = request.resolver_match.route if request.resolver_match else ""
    if route not in QUIET_ROUTES:
        log.info(
            "request",
            method=request.method,
            route=route,
            status=response.status_code,
            ms=round((time.perf_counter() - started) * 1000, 1),
        )
    return response
