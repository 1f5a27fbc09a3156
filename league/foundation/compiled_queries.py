"""Queries that Django compiles once: then only their values differ, as in a prepared statement.

To build a query and write it as SQL takes Django longer than PostgreSQL takes to answer it. A page
that many ask for says what its queries are once, with named places for the values:

    EVENT_AT = CompiledQuery(
        lambda value: Event.objects.filter(club__slug=value("club"), slug=value("event"))
    )
    EVENT_AT(club="harbour", event="cup")  # a list of events, as the query set gives them
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import BigIntegerField, Expression, Field, ForeignKey, Lookup, Model, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", covariant=True)
Sql = tuple[str, list[Any]]


class Param(Expression):
    """Where a value of this name stands in the SQL, among its parameters."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_args: Any, **_kwargs: Any) -> Sql:  # type: ignore[override]
        return "%s", [self]


@ForeignKey.register_lookup
@Field.register_lookup
class AnyOf(Lookup):
    """`pk__any_of=value("ids")`: one of a list; unlike `in`, the SQL has no place for each."""

    lookup_name = "any_of"

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        lhs, lhs_params = self.process_lhs(compiler, connection)
        rhs, rhs_params = self.process_rhs(compiler, connection)
        return f"{lhs} = ANY {rhs}", (*lhs_params, *rhs_params)


class CompiledQuery(Generic[Row]):
    """A query for the same rows as what `make` returns, compiled when it is first asked for.

    `make` is given a function from a name to the place of its value. It is called once in a
    process, so whatever it reads besides must never change.
    """

    def __init__(self, make: Callable[[Callable[[str], Any]], "QuerySet[Any, Row]"]) -> None:
        self._make = make
        self._rows: QuerySet[Any, Row] | None = None

    def __call__(self, **values: Any) -> list[Row]:
        """Return the rows for these values. Raises KeyError when one of them is missing.

        A number that no column can hold is that of no row, and PostgreSQL need not look for it.
        """
        if any(isinstance(value, int) and not fits(value) for value in values.values()):
            return []
        return list(self.query_set(values))

    def first(self, **values: Any) -> Row | None:
        """Return the first row; the query should have no more."""
        return next(iter(self(**values)), None)

    def query_set(self, values: dict[str, Any]) -> "QuerySet[Any, Row]":
        """Return the rows as a query set that is to be read and not built on."""
        if self._rows is None:
            self._rows = self._compiled()
        rows = self._rows.all()
        query: Any = rows.query
        query.values_given = values
        return rows

    def _compiled(self) -> "QuerySet[Any, Row]":
        rows = self._make(Param)
        compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        # what Django worked out for reading the rows stays in the compiler
        kept: Any = copy(compiler)
        kept.__class__ = KnownSql
        kept.known = sql, list(params)
        query: Any = rows.query.chain(klass=KnownQuery)
        query.kept_compiler = kept
        rows._query = query  # type: ignore[attr-defined]
        return rows


def give_related(owners: Sequence[Model], name: str, rows: Iterable[Model]) -> None:
    """Have each owner find its own of the rows under `name`, in their order, without a query.

    It does what `prefetch_related` does with the rows that it asks for itself.
    """
    if not owners:
        return
    field: Any = type(owners[0])._meta.get_field(name).field  # type: ignore[union-attr]
    rows_of: dict[Any, list[Model]] = defaultdict(list)
    for row in rows:
        rows_of[getattr(row, field.attname)].append(row)
    for owner in owners:
        related = getattr(owner, name).get_queryset()
        related._result_cache = rows_of[owner.pk]
        related._prefetch_done = True
        for row in related:
            field.set_cached_value(row, owner)
        owner.__dict__.setdefault("_prefetched_objects_cache", {})[name] = related


def fits(number: int) -> bool:
    """Say whether a number can be that of a row; a larger one is compared without an index."""
    return abs(number) <= BigIntegerField.MAX_BIGINT


class KnownQuery(Query):
    """A query whose SQL is known: it only lacks the values."""

    kept_compiler: "KnownSql"
    values_given: dict[str, Any]

    def get_compiler(self, using: str | None = None, *_args: Any, **_kwargs: Any) -> SQLCompiler:
        compiler = copy(self.kept_compiler)
        # a thread has a connection of its own
        compiler.connection = connections[using or DEFAULT_DB_ALIAS]
        compiler.values_given = self.values_given
        return compiler


class KnownSql(SQLCompiler):
    known: tuple[str, list[Any]]
    values_given: dict[str, Any]

    def as_sql(self, *_args: Any, **_kwargs: Any) -> tuple[str, tuple[Any, ...]]:
        sql, params = self.known
        return sql, tuple(filled(params, self.values_given))


def filled(params: Iterable[Any], values: dict[str, Any]) -> Iterable[Any]:
    """Give the parameters their values."""
    for param in params:
        yield values[param.name] if isinstance(param, Param) else param
