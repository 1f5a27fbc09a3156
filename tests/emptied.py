"""Emptying the journal, as tests that commit must afterwards and a site never may."""

from typing import Any

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
