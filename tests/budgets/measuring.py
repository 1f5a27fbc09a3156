"""Counting what a page or an act costs: queries, rows that PostgreSQL read, bytes, tasks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from django.db import connection
from django.test.utils import CaptureQueriesContext

ROWS_READ = """
SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) FROM pg_stat_xact_user_tables
"""


@dataclass(slots=True)
class Cost:
    """`rows` as PostgreSQL counts those it looked at in tables; `bytes` of the answer."""

    queries: int = 0
    rows: int = 0
    bytes: int = 0
    tasks: int = 0

    def as_line(self) -> str:
        """Return it as `budgets.toml` has it."""
        numbers = {name: getattr(self, name) for name in self.__slots__}
        return ", ".join(f"{name} = {number}" for name, number in numbers.items() if number)


@contextmanager
def counted() -> Iterator[Cost]:
    """Count what is done inside; `bytes` are for whoever has the answer to fill in."""
    cost = Cost()
    # what is asked for once a transaction would be taken for asked: that of the test never ends
    connection.run_on_commit = []
    before = _rows_read()
    with (
        CaptureQueriesContext(connection) as queries,
        patch("league.foundation.queues.current_app.send_task") as sent,
    ):
        yield cost
    cost.queries = len(queries)
    cost.tasks = sent.call_count
    cost.rows = _rows_read() - before


def cost_of(act: Callable[[], bytes]) -> Cost:
    """Return what an act costs whose answer is these bytes."""
    with counted() as cost:
        cost.bytes = len(act())
    return cost


def plan_as_with_many_rows() -> None:
    """Until the transaction ends, have rows found one by one, by an index.

    In small tables it is left aside, now and then, as pages happen to be filled by other tests.
    """
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")


def _rows_read() -> int:
    with connection.cursor() as cursor:
        cursor.execute(ROWS_READ)
        return int(cursor.fetchone()[0])
