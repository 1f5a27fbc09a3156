"""The journal's table in parts: each holds the happenings of about a quarter of a year.

A part is a range of ids, which the database gives out in the order of time; `at` is when the clock
of whoever wrote it said so. The last part has no end, so that nothing fails for want of one; the
house is kept so that what is written now does not reach it
(docs/decisions/0055-the-journal-in-partitions.md).
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from league.journal.models import Happening

log = structlog.stdlib.get_logger("partitions")

# every partition begins and ends at a multiple of it, and holds as many at least
LEAST = 1_000_000
MOST = 50_000_000
QUARTER_DAYS = 91
LOCK_WAIT_S = 2

JOURNAL = "journal_happening"

RANGES = """
SELECT part.relname, pg_get_expr(part.relpartbound, part.oid)
FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
WHERE inhparent = 'journal_happening'::regclass
"""
BOUND = r"\((?:MINVALUE|MAXVALUE|'(\d+)')\)"
BOUNDS = re.compile(f"FOR VALUES FROM {BOUND} TO {BOUND}")
ALONE = "SELECT pg_advisory_xact_lock(hashtext('partitions of the journal'))"


@dataclass(frozen=True, slots=True)
class Partition:
    """The happenings with ids from `first` to `end`, that one not included; None: to no end."""

    first: int
    end: int | None

    @property
    def name(self) -> str:
        return f"{JOURNAL}_from_{self.first}"


def partitions() -> list[Partition]:
    """Return all there are, in their order."""
    with connection.cursor() as cursor:
        cursor.execute(RANGES)
        rows = cursor.fetchall()
    return sorted((_read(bounds) for _name, bounds in rows), key=lambda part: part.first)


def _read(bounds: str) -> Partition:
    found = BOUNDS.fullmatch(bounds)
    if found is None:
        raise ValueError(f"the journal has a partition that is no range of ids: {bounds}")
    return Partition(int(found[1] or 0), int(found[2]) if found[2] else None)


def width(happenings: int, days: float) -> int:
    """Return how many happenings a new partition is for, when so many came in so many days."""
    a_quarter = happenings / max(days, 1.0) * QUARTER_DAYS
    whole = LEAST * -(-int(a_quarter) // LEAST)
    return min(max(whole, LEAST), MOST)


def make_ahead(at: datetime) -> Partition | None:
    """Give the last partition its end, and add another one behind it, before it is written to.

    Returns the one with the new end; None where that is not due yet, or somebody keeps the table
    in use: the next hour tries again.
    """
    try:
        return _make_ahead(at)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        log.warning("no_partition_made", reason=str(error))
        return None


@transaction.atomic
def _make_ahead(at: datetime) -> Partition | None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_WAIT_S}s'")
        cursor.execute(ALONE)
        if _next_id(cursor) < partitions()[-2].first:
            return None
        # nobody takes a number while the table is held
        cursor.execute(f"LOCK TABLE {JOURNAL} IN ACCESS EXCLUSIVE MODE")
        ended = Partition(partitions()[-1].first, _end(_next_id(cursor), at))
        _give_its_end(cursor, ended)
    log.info("partition_made", name=ended.name, end=ended.end)
    return ended


def _end(next_id: int, at: datetime) -> int:
    """Return where the last partition ends: about a quarter of a year above all there is in it."""
    first = partitions()[-1].first
    written = Happening.objects.filter(id__gte=first).order_by("-id").values_list("id", flat=True)
    above = max(first, next_id, 1 + (written.first() or 0))
    return LEAST * (above // LEAST) + _width_now(next_id, at)


def _width_now(next_id: int, at: datetime) -> int:
    """Return the width at the pace since the last partition that is in use was begun."""
    used = [part for part in partitions() if part.first <= next_id]
    # the newest has just been begun: the one before it says more
    since = used[-2:][0].first
    began = Happening.objects.filter(id__gte=since).order_by("id").first()
    if began is None:
        return LEAST
    return width(next_id - began.pk, (at - began.at).total_seconds() / 86_400)


def _next_id(cursor: Any) -> int:
    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [JOURNAL])
    (sequence,) = cursor.fetchone()
    cursor.execute(f"SELECT last_value + is_called::int FROM {sequence}")  # noqa: S608  # nosec B608
    return int(cursor.fetchone()[0])


def _give_its_end(cursor: Any, ended: Partition) -> None:
    """Let the last partition end there, and begin a new last one.

    No row is moved; while the table is held, what is in it already is read once: mostly nothing.
    """
    behind = Partition(ended.end or 0, None)
    for statement in (
        f"ALTER TABLE {JOURNAL} DETACH PARTITION {ended.name}",
        f"ALTER TABLE {JOURNAL} ATTACH PARTITION {ended.name}"
        f" FOR VALUES FROM ({ended.first}) TO ({ended.end})",
        f"CREATE TABLE {behind.name} PARTITION OF {JOURNAL}"
        f" FOR VALUES FROM ({behind.first}) TO (MAXVALUE)",
        # that its rows are final the database sees to itself; TRUNCATE can name it alone
        f"CREATE TRIGGER journal_is_not_emptied BEFORE TRUNCATE ON {behind.name}"
        " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_happening()",
    ):
        cursor.execute(statement)
