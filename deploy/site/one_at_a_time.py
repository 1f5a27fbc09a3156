"""What only one process of the site may do at a time, wherever the others run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

# the two numbers that name the lock in the database
LOCK = [20_451, 1]
PAUSE_S = 0.2


@contextmanager
def alone() -> Iterator[None]:
    """Wait until nobody else is inside, in any process; a process that dies is outside.

    The lock is a transaction's, on a connection of its own, so that it also holds behind a pooler
    in transaction mode. It is asked for again and again instead of waited for: a statement that
    waits would hold up an index that is made concurrently by whoever is inside.
    """
    own = connection.copy()
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
                cursor.execute(f"SET LOCAL {limit} = 0")
            while not _is_inside(cursor):
                time.sleep(PAUSE_S)
            yield
    finally:
        own.close()


def _is_inside(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", LOCK)
    return bool(cursor.fetchone()[0])
