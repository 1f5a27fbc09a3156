"""What each process counts while it works: requests, tasks, connections, errors in the log.

Counting never stops what is counted: it asks no database, no broker and no disk but the folder of
figures.
"""

import logging
import time

from django.db import connection

from league.foundation import metrics

# which face answers for the addresses that begin so; everything else is the public's
FACES = {"api": "api", "desk": "desk", "account": "desk", "t": "table", "live": "live"}
OF_MACHINES = ("livez", "readyz", "metrics")


def face_of(route: str) -> str:
    """Return the face that answers a route: desk, table, api, live, public, or machines."""
    first = route.partition("/")[0]
    return "machines" if first in OF_MACHINES else FACES.get(first, "public")


def count_request(route: str, status: int, seconds: float) -> None:
    face = face_of(route)
    metrics.REQUESTS.labels(face, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(face).observe(seconds)
    POOL.look()


class PoolSeen:
    """Looks at the pool of this process, once a second at most."""

    def __init__(self) -> None:
        self._next = 0.0

    def look(self) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + 1.0
        pool = getattr(connection, "pool", None)
        if pool is None:
            return
        stats = pool.get_stats()
        free = stats.get("pool_available", 0)
        metrics.POOL.labels("free").set(free)
        metrics.POOL.labels("taken").set(stats.get("pool_size", 0) - free)
        metrics.POOL_WAITING.set(stats.get("requests_waiting", 0))


POOL = PoolSeen()


class CountErrors(logging.Handler):
    """Counts what is logged as an error, by the first part of its logger's name."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        metrics.ERRORS.labels(record.name.partition(".")[0]).inc()
