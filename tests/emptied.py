"""Emptying the tables, as tests that commit must afterwards and a site never may."""

from typing import Any

from django.db import connection

TABLES = """
SELECT 'journal_happening' UNION ALL
SELECT inhrelid::regclass::text FROM pg_inherits
WHERE inhparent = 'journal_happening'::regclass
"""


def let_the_journal_be_emptied(cursor: Any) -> None:
    _on_each_table(cursor, "DISABLE")


def keep_the_journal_from_being_emptied(cursor: Any) -> None:
    """As on a site."""
    _on_each_table(cursor, "ENABLE")


def _on_each_table(cursor: Any, change: str) -> None:
    cursor.execute(TABLES)
    for (table,) in cursor.fetchall():
        cursor.execute(f"ALTER TABLE {table} {change} TRIGGER journal_is_not_emptied")


# they describe the models and are the same in every test
STAY = {"django_migrations", "django_content_type", "auth_permission"}


def empty_tables() -> None:
    """Empty each table that has rows, behind a test that committed them.

    A flush by Django empties all of them and describes the models anew: five times the time.
    """
    tables = set(connection.introspection.django_table_names(only_existing=True)) - STAY
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})"  # noqa: S608
                for table in sorted(tables)
            )
        )
        if filled := [table for (table,) in cursor.fetchall()]:
            cursor.execute(f"TRUNCATE {', '.join(filled)} CASCADE")
