"""Strangers read from a replica of the database, as long as it is not far behind.

The whole request reads over one connection, put in the place of the usual one: every query of it,
also one without models, sees one database, so that a version belongs to what is rendered of it.
Who may have written something (a session, a table's link, a token, a form sent a moment ago), who
asks for part of a page that has just changed, and everything that writes, has the primary
(docs/decisions/0054-read-replicas.md).
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest, HttpResponse

from league.metrics import REPLICA_LAG_SECONDS, REPLICA_READS

REPLICA = "replica"
WROTE = "wrote"
# where a request has the connection to the primary that a replica stands in for
INSTEAD_OF = "tricktable.primary"
# the faces of those who write, and what machines ask about the primary
NEVER_UNDER = ("/desk/", "/account/", "/t/", "/here/", "/livez", "/readyz", "/metrics")
NEVER_WITH = ("HTTP_AUTHORIZATION", "HTTP_HX_REQUEST")
# how often the primary is asked how far it is, and how long a replica that failed is left alone
SAMPLE_SECONDS = 1.0
AWAY_SECONDS = 2.0
REMEMBERED = 120  # samples

WRITTEN = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"
REPLAYED = "SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn"

log = structlog.stdlib.get_logger("replica")


class Freshness:
    """As of when each connection to a replica is known to have everything.

    The primary is asked at most once a second how far its log is written. A replica that has
    replayed it to there has all that was committed before that moment: no clocks are compared,
    and a replica that has lost its primary is found out, too.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._samples: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)
        self._fresh_as_of: WeakKeyDictionary[Any, float] = WeakKeyDictionary()
        self._lock = Lock()

    def lag(self, primary: Any, replica: Any, *, most: float) -> float:
        """Return by how many seconds the replica may be behind at most; measured when needed."""
        known = self._fresh_as_of.get(replica.connection)
        if known is not None and self._clock() - known <= most - SAMPLE_SECONDS:
            return self._clock() - known
        self._sample(primary)
        replayed = number_of(replica, REPLAYED)
        as_of = [at for at, written in self._samples if written <= replayed]
        if as_of:
            self._fresh_as_of[replica.connection] = max(as_of)
        known = self._fresh_as_of.get(replica.connection)
        return self._clock() - known if known is not None else float("inf")

    def _sample(self, primary: Any) -> None:
        with self._lock:
            at = self._clock()
            if not self._samples or at - self._samples[-1][0] >= SAMPLE_SECONDS:
                # from before the answer: what is committed meanwhile may be missing in it
                self._samples.append((at, number_of(primary, WRITTEN)))


def number_of(connection: Any, question: str) -> int:
    """Return the number that a database answers; -1 where it has none."""
    with connection.cursor() as cursor:
        cursor.execute(question)
        (number,) = cursor.fetchone()
    return -1 if number is None else int(number)


class ReplicaMiddleware:
    """Gives requests of strangers that only read a connection to a replica, where there is one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if REPLICA not in settings.DATABASES:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self.freshness = Freshness()
        self._away_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not may_read_replica(request):
            return note_writing(request, self.get_response(request))
        with self._replica() as instead_of:
            request.META[INSTEAD_OF] = instead_of
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Ask the primary where the replica has failed, or would have had to write."""
        primary, match = request.META.get(INSTEAD_OF), request.resolver_match
        if primary is None or match is None or not isinstance(error, Error):
            return None
        self._is_away(error)
        request.META[INSTEAD_OF] = None
        connections[DEFAULT_DB_ALIAS] = primary
        answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return answer

    @contextmanager
    def _replica(self) -> Iterator[Any]:
        """Put a replica in the place of the primary, which is what the block gets; else None."""
        primary = connections[DEFAULT_DB_ALIAS]
        replica = self._good_replica(primary)
        if replica is None:
            yield None
            return
        connections[DEFAULT_DB_ALIAS] = replica
        try:
            yield primary
        finally:
            connections[DEFAULT_DB_ALIAS] = primary

    def _good_replica(self, primary: Any) -> Any:
        """Return a connection to a replica that is not too far behind, or None."""
        if time.monotonic() < self._away_until:
            REPLICA_READS.labels("away").inc()
            return None
        replica, most = connections[REPLICA], float(settings.REPLICA_LAG_SECONDS)
        try:
            replica.ensure_connection()
            lag = self.freshness.lag(primary, replica, most=most)
        except Error as error:
            self._is_away(error)
            return None
        REPLICA_LAG_SECONDS.set(min(lag, 3_600.0))
        REPLICA_READS.labels("replica" if lag <= most else "behind").inc()
        return replica if lag <= most else None

    def _is_away(self, error: Exception) -> None:
        self._away_until = time.monotonic() + AWAY_SECONDS
        REPLICA_READS.labels("away").inc()
        log.warning("replica_away", reason=str(error))
        connections[REPLICA].close()


def may_read_replica(request: HttpRequest) -> bool:
    """Say whether a request only reads, and nothing in it says that its sender has written."""
    return (
        request.method in ("GET", "HEAD")
        and not request.path_info.startswith(NEVER_UNDER)
        and not any(name in request.META for name in NEVER_WITH)
        and not {settings.SESSION_COOKIE_NAME, "messages", WROTE} & request.COOKIES.keys()
    )


def note_writing(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Have whoever has sent something without a session see it, until the replicas have it."""
    if request.method in ("GET", "HEAD", "OPTIONS") or "HTTP_AUTHORIZATION" in request.META:
        return response
    response.set_cookie(
        WROTE,
        "1",
        max_age=int(settings.REPLICA_LAG_SECONDS) + 5,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
