"""What PostgreSQL reads to answer a page: the rows an index finds, or a whole table."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

READS_A_TABLE = {"Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan"}
# so many rows of a table at most for one query of a page, however large the table is
MOST_READ = 5_000
# as a planner decides who would rather use an index for everything
BY_INDEX = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")


@dataclass(frozen=True, slots=True)
class Query:
    """A SELECT as it was sent, with its parameters."""

    sql: str
    params: Any


@dataclass(frozen=True, slots=True)
class Read:
    """A part of a plan that reads a table, and how many `rows` of it if it was carried out.

    `is_found`: only what a condition finds by an index is read. `is_cut`: a LIMIT ends it.
    """

    table: str
    how: str
    is_found: bool
    is_cut: bool
    rows: float | None

    @property
    def is_whole(self) -> bool:
        """Say whether it reads the table from one end to the other."""
        return not self.is_found and (self.how == "Seq Scan" or not self.is_cut)


def growing() -> set[str]:
    """Return the tables that grow with what is played: those in which clubs have rows."""
    from deploy.workshop.bench.copies import copied

    return {model._meta.db_table for model in copied()}


def queries_of(work: Callable[[], object]) -> list[Query]:
    """Return the SELECTs sent while the work is done, each once."""
    from django.db import connection

    sent: dict[str, Query] = {}

    def noted(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "WITH")):
            sent.setdefault(sql, Query(sql, params))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(noted):
        work()
    return list(sent.values())


def reads_when_done(query: Query) -> list[Read]:
    """Carry the query out and return what it read, with how many rows."""
    return _reads("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ", query)


def reads_by_index(query: Query) -> list[Read]:
    """Return what the query reads if it may use an index wherever there is one.

    A table that is read as a whole then has no index for the query, however few rows it has.
    """
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        for setting in BY_INDEX:
            cursor.execute(f"SET LOCAL {setting} = off")
        reads = _reads("EXPLAIN (FORMAT JSON) ", query)
        transaction.set_rollback(True)
    return reads


def _reads(explain: str, query: Query) -> list[Read]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(explain + query.sql, query.params)
        (answer,) = cursor.fetchone()
    plans = json.loads(answer) if isinstance(answer, str) else answer
    return list(_walk(plans[0]["Plan"], is_cut=False))


def _walk(node: dict[str, Any], *, is_cut: bool) -> Iterator[Read]:
    kind = node["Node Type"]
    if kind in READS_A_TABLE:
        found = kind == "Bitmap Heap Scan" or "Index Cond" in node
        yield Read(node["Relation Name"], kind, found, is_cut, _rows(node))
    # what sorts or adds up has read everything before a limit above it cuts anything
    is_cut = kind == "Limit" or (is_cut and kind not in {"Sort", "Aggregate", "Hash", "WindowAgg"})
    for below in node.get("Plans", ()):
        yield from _walk(below, is_cut=is_cut)


def _rows(node: dict[str, Any]) -> float | None:
    if "Actual Rows" not in node:
        return None
    dropped = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    a_loop = node["Actual Rows"] + sum(node.get(name, 0) for name in dropped)
    return float(a_loop * node["Actual Loops"])
