"""Rows numbered as in a new database, for as long as a test needs it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def numbered_from_one() -> Iterator[None]:
    """Number rows as in a new database, and go on behind it where the numbers were before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences")
        numbers = cursor.fetchall()
        for name, _last in numbers:
            cursor.execute("SELECT setval(%s, 1, false)", [name])
    yield
    with connection.cursor() as cursor:
        for name, last in numbers:
            cursor.execute("SELECT setval(%s, %s)", [name, last + 1])
