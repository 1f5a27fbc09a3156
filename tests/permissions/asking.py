"""One request: what it answered, which tables it wrote to, and what it let be seen."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
READING = ("GET", "HEAD")
REFUSED = (401, 403, 404, 405)
TO_SIGN_IN = "/account/sign-in/?next="  # whoever only ends there, signed out, was not refused
# tables that a request may write to although it changes nothing of a club, and why
WRITTEN_BESIDES = {
    "django_session": "who is signed in, and what a page says once",
    "axes_accessattempt": "how often a password was wrong",
    "axes_accesslog": "who signed in when",
    "axes_accessfailurelog": "how often a password was wrong",
}
WRITES = re.compile(
    r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?|MERGE INTO)\s+"?(\w+)', re.I
)


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    content: bytes
    written: frozenset[str]

    @property
    def is_refused(self) -> bool:
        return self.status in REFUSED or self.location.startswith(TO_SIGN_IN)


def ask(asker, method: str, address: str, body: Any, *, keeps: bool) -> Answer:
    """Send one request. What it writes stays if it `keeps` it; else it is rolled back."""
    written: set[str] = set()
    cookies = asker.client.cookies.copy()
    with transaction.atomic(), watching(written):
        answer = asker.client.generic(
            method, address, headers=asker.headers | {"Host": "localhost"}, **body
        )
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if not keeps:
            transaction.set_rollback(True)
    if written:
        cache.clear()
    if not keeps:
        asker.client.cookies = cookies
    return Answer(
        answer.status_code,
        answer.headers.get("Location", ""),
        content,
        frozenset(written - WRITTEN_BESIDES.keys()),
    )


@contextmanager
def watching(written: set[str]) -> Iterator[None]:
    """Note the tables of all statements that write."""

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := WRITES.match(sql):
            written.add(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield


def hash_of_tables() -> dict[str, tuple[int, int]]:
    """Return for each table how many rows it has and a sum over their content; one query."""
    with connection.cursor() as cursor:
        names = sorted(set(connection.introspection.table_names(cursor)) - WRITTEN_BESIDES.keys())
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{name}', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)"  # noqa: S608
                f' FROM "{name}" t'
                for name in names
            )
        )
        return {name: (count, total) for name, count, total in cursor.fetchall()}
