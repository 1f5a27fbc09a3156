"""Emptying the tables, as tests that commit must afterwards and a site never may."""

from typing import Any

from django.db import connection


def let_the_journal_be_emptied(cursor: Any) -> None:
    cursor.execute("ALTER TABLE journal_happening DISABLE TRIGGER journal_is_not_emptied")


def keep_the_journal_from_being_emptied(cursor: Any) -> None:
    """As on a site."""
    cursor.execute("ALTER TABLE journal_happening ENABLE TRIGGER journal_is_not_emptied")


# they describe the models and are the same in every test
STAY = {"django_migrations", "django_content_type", "auth_permission"}


def empty_tables() -> None:
    """Empty each table that has rows, behind a test that committed them.

    A flush by Django empties all of them and describes the models again: five times the time.
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
