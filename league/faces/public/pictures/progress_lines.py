"""The places of a stage after each of its rounds, read from its snapshots."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.faces.public.pictures.rank_chart import MOST_LINES, Course, RankChart, rank_chart
from league.play.events.entry_names import named
from league.play.events.models import Stage
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import snapshots_of
from league.tables.standings.standings_shown import name_in

NARROW, WIDE = 340, 760
ROWS_IN_TABLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The courses of a group's entries, best first; `rounds` are those that have standings."""

    group: str
    rounds: Sequence[int]
    courses: Sequence[Course]
    wide: RankChart | None
    narrow: RankChart | None


def progress_of(stage: Stage, *, full_names: bool, chosen: int | None = None) -> list[Progress]:
    """Return the progress of the stage, a group at a time; two queries.

    Only the first entries and the chosen one are read: what is drawn does not grow with the field.
    """
    snapshots = snapshots_of(stage)
    if not snapshots:
        return []
    last = _last_rows(snapshots[-1].pk, chosen)
    names = {row.entry_id: name_in(row, full_names) for row in last}
    numbers = {snapshot.pk: place for place, snapshot in enumerate(snapshots)}
    places: dict[int, list[int | None]] = {entry: [None] * len(snapshots) for entry in names}
    rows = SnapshotRow.objects.filter(snapshot__in=numbers, entry__in=names)
    for snapshot, entry, rank in rows.values_list("snapshot_id", "entry_id", "rank"):
        places[entry][numbers[snapshot]] = rank
    rounds = [snapshot.round_number for snapshot in snapshots]
    groups: dict[str, list[Course]] = {}
    for row in last:
        entry = row.entry_id
        groups.setdefault(row.group, []).append(Course(entry, names[entry], places[entry]))
    return [
        Progress(
            group=group,
            rounds=rounds,
            courses=courses,
            wide=rank_chart(courses, rounds, width=WIDE, chosen=chosen),
            narrow=rank_chart(courses, rounds, width=NARROW, chosen=chosen, names=False),
        )
        for group, courses in groups.items()
    ]


def _last_rows(snapshot: int, chosen: int | None) -> list[SnapshotRow]:
    """Return the last standing of whoever is shown: of each group the first, and the chosen."""
    rows = named(SnapshotRow.objects.all()).only("entry_id", "group").filter(snapshot=snapshot)
    shown = rows.filter(rank__lte=ROWS_IN_TABLE) | rows.filter(entry=chosen)
    return list(shown.order_by("position")[: MOST_LINES + 10 * ROWS_IN_TABLE])
