"""Writes the rows of a snapshot in bulk, and leaves alone those that stay as they are."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, TypeAlias

import orjson
from django.db import connection

from league.standings.models import Snapshot, SnapshotRow
from league.standings.names import EntryNames
from league.standings.ranked_rows import RankedRow

COLUMNS = (
    *("snapshot_id", "digest", "entry_id", "position", "group"),
    *("rank", "is_tied", "previous_rank"),
    *("entry_name", "full_name", "members", "full_members"),
    *("points", "tiebreaks", "played", "won", "drawn", "lost", "is_provisional"),
    *("byes", "byes_points"),
    *("why", "full_why"),
)
Values: TypeAlias = tuple[Any, ...]


def write_snapshot(
    snapshot: Snapshot,
    rows: Iterable[RankedRow],
    names: dict[int, EntryNames],
    groups: dict[int, str],
    *,
    after: int | None,
) -> None:
    """Make the stored rows of the snapshot these, best first.

    `after` is the round before, with whose ranks these are compared; None: there is none.
    """
    previous = _ranks(snapshot, after)
    stored = dict(snapshot.rows.values_list("entry_id", "digest"))
    fresh: list[Values] = []
    for position, row in enumerate(rows, start=1):
        entry = row.entry_id
        values = _values(row, position, groups.get(entry, ""), previous.get(entry), names[entry])
        digest = blake2b(repr(values).encode(), digest_size=16).hexdigest()
        if stored.get(entry) == digest:
            del stored[entry]
        else:
            fresh.append((snapshot.pk, digest, *values))
    # what is left of the stored rows is gone, or differs and is written again
    if stored:
        snapshot.rows.filter(entry_id__in=list(stored)).delete()
    _copy(fresh)


def _ranks(snapshot: Snapshot, round_number: int | None) -> dict[int, int]:
    if round_number is None:
        return {}
    rows = SnapshotRow.objects.filter(
        snapshot__stage_id=snapshot.stage_id, snapshot__round_number=round_number
    )
    return dict(rows.values_list("entry_id", "rank"))


def _values(
    row: RankedRow, position: int, group: str, previous: int | None, names: EntryNames
) -> Values:
    """Return the columns of the row, from the entry on, in the order of `COLUMNS`."""
    return (
        *(row.entry_id, position, group, row.rank, row.is_tied, previous),
        *(names.public, names.full, names.public_members, names.full_members),
        *(row.points, _json(row.tiebreaks), row.played, row.won, row.drawn, row.lost),
        *(row.is_provisional, row.byes, row.byes_points, _json(row.why), _json(row.full_why)),
    )


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def _copy(rows: list[Values]) -> None:
    if not rows:
        return
    # quoted: "group" is a word of SQL
    table, columns = SnapshotRow._meta.db_table, ", ".join(f'"{name}"' for name in COLUMNS)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
    ):
        for values in rows:
            copy.write_row(values)
