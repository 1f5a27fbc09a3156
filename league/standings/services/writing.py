"""Writes the rows of a snapshot in bulk, and leaves alone those that stay as they are."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from django.db import connection
from psycopg.types.json import Jsonb

from league.standings.models import Snapshot, SnapshotRow
from league.standings.names import EntryNames
from league.standings.ranking import RankedRow

COLUMNS = (
    *("entry_id", "position", "rank", "is_tied", "previous_rank"),
    *("entry_name", "full_name", "members", "full_members"),
    *("points", "tiebreaks", "played", "won", "drawn", "lost", "is_provisional"),
    *("why", "full_why"),
)
JSON_COLUMNS = ("tiebreaks", "why", "full_why")
Values: TypeAlias = tuple[Any, ...]


def write_snapshot(
    snapshot: Snapshot,
    rows: Iterable[RankedRow],
    names: dict[int, EntryNames],
    *,
    after: int | None,
) -> None:
    """Make the stored rows of the snapshot these, best first.

    `after` is the round before, whose ranks the movements are told from; None: there is none.
    """
    previous = _ranks(snapshot, after)
    wanted = {
        row.entry_id: _values(row, position, previous.get(row.entry_id), names[row.entry_id])
        for position, row in enumerate(rows, start=1)
    }
    stored = {values[0]: values for values in snapshot.rows.values_list(*COLUMNS)}
    stale = [entry for entry, values in stored.items() if wanted.get(entry) != values]
    if stale:
        snapshot.rows.filter(entry_id__in=stale).delete()
    stay = stored.keys() - set(stale)
    _copy(snapshot, [values for entry, values in wanted.items() if entry not in stay])


def _ranks(snapshot: Snapshot, round_number: int | None) -> dict[int, int]:
    if round_number is None:
        return {}
    rows = SnapshotRow.objects.filter(
        snapshot__stage_id=snapshot.stage_id, snapshot__round_number=round_number
    )
    return dict(rows.values_list("entry_id", "rank"))


def _values(row: RankedRow, position: int, previous: int | None, names: EntryNames) -> Values:
    """Return the row in the order of `COLUMNS`, as it is read back."""
    return (
        *(row.entry_id, position, row.rank, row.is_tied, previous),
        *(names.public, names.full, names.public_members, names.full_members),
        *(row.points, row.tiebreaks, row.played, row.won, row.drawn, row.lost),
        *(row.is_provisional, row.why, row.full_why),
    )


def _copy(snapshot: Snapshot, rows: list[Values]) -> None:
    if not rows:
        return
    is_json = [column in JSON_COLUMNS for column in COLUMNS]
    columns = ", ".join(("snapshot_id", *COLUMNS))
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {SnapshotRow._meta.db_table} ({columns}) FROM STDIN") as copy,
    ):
        for values in rows:
            written = [
                Jsonb(value) if json else value for value, json in zip(values, is_json, strict=True)
            ]
            copy.write_row([snapshot.pk, *written])
