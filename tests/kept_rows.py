"""Rows that a maker has made before are put back, instead of being made once more by services.

A maker marked `kept_rows` is a function of its arguments where a test has no club yet: what it
wrote the second time is kept for the session (each pytest worker has its own database, and
numbers of rows are never used twice), and from then on it is written in one statement. What it
returned is returned as a copy, and what it would have done on commit is done on commit.
"""

import functools
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, cast

import time_machine
from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.utils import translation
from psycopg import sql

from tests.emptied import STAY

Arguments = ParamSpec("Arguments")
Made = TypeVar("Made")

# how often a maker is asked for the same before it is worth keeping
OFTEN = 2
PUT_BACK = "INSERT INTO {0} SELECT * FROM jsonb_populate_recordset(NULL::{0}, {1})"
# no trigger asks a second time what was asked when the rows were made
UNASKED = "SET LOCAL session_replication_role = {}"


@dataclass(frozen=True)
class Kept:
    """What a maker did: one statement, its answer as bytes, and what waits for the commit."""

    statement: str
    has_users: bool
    answer: bytes
    on_commit: list[tuple[Callable[[], Any], bool]]

    def do_again(self) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(self.statement)
        for call, robust in self.on_commit:
            connection.on_commit(call, robust=robust)
        return pickle.loads(self.answer)  # noqa: S301 -- our own, of this process


_kept: dict[Any, Kept] = {}
_asked: Counter[Any] = Counter()


def kept_rows(make: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """Keep what this maker writes for arguments that are plain values."""

    @functools.wraps(make)
    def make_or_put_back(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Made:
        if not _is_plain([args, kwargs]) or not _is_as_always():
            return make(*args, **kwargs)
        has_club, has_users = _read_whether_there_are("clubs_club", "clubs_user")
        key = (make.__module__, make.__qualname__, translation.get_language(), repr((args, kwargs)))
        kept = _kept.get(key)
        if has_club or (has_users and (kept is None or kept.has_users)):
            return make(*args, **kwargs)
        if kept is not None:
            return cast(Made, kept.do_again())
        _asked[key] += 1
        waiting = len(connection.run_on_commit)
        made = make(*args, **kwargs)
        if _asked[key] == OFTEN:
            _kept[key] = _keep(made, waiting)
        return made

    return make_or_put_back


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(_is_plain(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (str, int, float))


def _is_as_always() -> bool:
    """Say whether neither the time nor a setting has a part in what is made."""
    return (
        connection.in_atomic_block
        and _may_put_back()
        and not time_machine.escape_hatch.is_travelling()
        and not isinstance(settings._wrapped, UserSettingsHolder)
    )


def _read_whether_there_are(*tables: str) -> tuple[bool, ...]:
    questions = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {questions}")
        return cast(tuple[bool, ...], cursor.fetchone())


@functools.cache
def _may_put_back() -> bool:
    """Say whether the server lets us; one that somebody else named with DATABASE_URL does not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_parameter_privilege('session_replication_role', 'SET')")
        return bool(cursor.fetchone()[0])


def _keep(made: object, waiting: int) -> Kept:
    """Keep all rows there are; before the maker there was none but perhaps of a user."""
    tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - STAY)
    with connection.cursor() as cursor:
        rows = " UNION ALL ".join(
            f"SELECT '{table}', jsonb_agg(to_jsonb(r))::text FROM {table} r HAVING count(*) > 0"  # noqa: S608
            for table in tables
        )
        cursor.execute(rows)
        found = cursor.fetchall()
    parts = [UNASKED.format("replica")]
    parts += [PUT_BACK.format(table, sql.quote(rows)) for table, rows in found]
    parts.append(UNASKED.format("origin"))
    return Kept(
        statement="; ".join(parts),
        has_users=any(table == "clubs_user" for table, _ in found),
        answer=pickle.dumps(made),
        on_commit=[(call, robust) for _, call, robust in connection.run_on_commit[waiting:]],
    )
