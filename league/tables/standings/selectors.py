"""Queries on standings for pages and the API: they read snapshots, never results."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.contrib.postgres.aggregates import JSONBAgg
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONArray

from league.foundation.compiled_queries import CompiledQuery
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.entry_names import named
from league.play.events.models import Stage
from league.play.rounds.drawing import format_named
from league.play.rounds.models import Round, RoundState
from league.tables.standings.models import Snapshot, SnapshotRow

PAGE_ROWS = 100
RECENT = 10  # rounds of which a row says what was counted after them


def _round_is_open(stage: str, number: str) -> Exists:
    """Say of a row in the database whether the round of these two fields is being played."""
    return Exists(
        Round.objects.filter(stage=OuterRef(stage), number=OuterRef(number), state=RoundState.OPEN)
    )


def _rounds_begun(stage: str) -> Coalesce:
    """Count in the database the rounds of a stage that have been opened; the stage is a field."""
    begun = Round.objects.filter(stage=OuterRef(stage)).exclude(state=RoundState.DRAWN)
    return Coalesce(Subquery(begun.order_by().values("stage").values(count=Count("pk"))), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """One page of the standings after a round, and which other rounds there are.

    `until` are the snapshots up to this one, `being_played` those of `rounds` that are open: their
    standings are those during the round, with the results so far.
    """

    stage: Stage
    snapshot: Snapshot
    rows: list[SnapshotRow]
    rounds: list[int]
    being_played: list[int]
    until: list[Snapshot]
    number: int
    pages: int

    @property
    def is_during(self) -> bool:
        return self.snapshot.round_number in self.being_played

    @property
    def is_latest(self) -> bool:
        return self.snapshot.round_number == self.rounds[-1]


def snapshots_of(stage: Stage) -> list[Snapshot]:
    """Return the stage's snapshots, one a round, in the order of the rounds.

    `is_during` says of each whether its round is still being played. No query for a stage that
    was loaded `with_snapshots`.
    """
    loaded = stage if hasattr(stage, "snapshots_read") else SNAPSHOTS.first(stage=stage.pk)
    return read_rows(Snapshot, loaded.snapshots_read) if loaded else []


def with_snapshots(stages: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Return the stages with what `snapshots_of` says of them."""
    columns = ("id", "stage_id", "round_number", "version", "is_provisional", "entries", "made_at")
    snapshots = Snapshot.objects.filter(stage=OuterRef("pk")).order_by("round_number")
    during = _round_is_open("stage", "round_number")
    return stages.annotate(snapshots_read=rows_column(snapshots, *columns, is_during=during))


SNAPSHOTS = CompiledQuery(
    lambda value: with_snapshots(Stage.objects.filter(pk=value("stage")).only("pk"))
)


def standings_page(
    stage: Stage,
    round_number: int | None = None,
    *,
    page: int = 1,
    page_rows: int = PAGE_ROWS,
    with_reasons: bool = True,
    with_recent: bool = False,
) -> StandingsPage | None:
    """Return a page of the standings after a round (the last one there is), with two queries.

    One for a stage that was loaded `with_snapshots`. None when there are no standings of that
    round, or no such page. Rows without their reasons are read in half the time; with `recent`
    they say what their entries had counted after the last rounds, the newest last.
    """
    snapshots = snapshots_of(stage)
    if round_number is not None:
        of_round = [candidate for candidate in snapshots if candidate.round_number == round_number]
    else:
        of_round = snapshots[-1:]
    if not of_round:
        return None
    snapshot = of_round[0]
    pages = max(1, ceil(snapshot.entries / page_rows))
    if not 1 <= page <= pages:
        return None
    # by position and not by offset: the last page is found as quickly as the first
    first = (page - 1) * page_rows
    # in a bracket the reason is what is shown in the place of figures
    with_reasons = with_reasons or format_named(stage.format).has_bracket
    asked = ROWS[with_reasons, with_recent]
    until = [other for other in snapshots if other.round_number <= snapshot.round_number]
    recent = [other.pk for other in until[-RECENT:]]
    return StandingsPage(
        stage=stage,
        snapshot=snapshot,
        rows=asked(snapshot=snapshot.pk, after=first, last=first + page_rows, recent=recent),
        rounds=[other.round_number for other in snapshots],
        being_played=[other.round_number for other in snapshots if other.is_during],  # type: ignore[attr-defined]
        until=until,
        number=page,
        pages=pages,
    )


def _rows(value: Callable[[str], Any]) -> "QuerySet[SnapshotRow]":
    of_page = {"position__gt": value("after"), "position__lte": value("last")}
    rows = named(SnapshotRow.objects.all()).filter(snapshot=value("snapshot"), **of_page)
    return rows.order_by("position")


def _with_recent(value: Callable[[str], Any]) -> "QuerySet[SnapshotRow]":
    of_entry = SnapshotRow.objects.filter(
        entry=OuterRef("entry"), snapshot__any_of=value("recent")
    ).order_by()
    counted = JSONBAgg(JSONArray("won", "drawn", "lost", "rank"), order_by="snapshot__round_number")
    rows = of_entry.values("entry").annotate(counted=counted).values("counted")
    columns: dict[str, Any] = {"recent": Subquery(rows)}
    with_column: QuerySet[SnapshotRow] = _rows(value).annotate(**columns)
    return with_column


# with their reasons, and with what was counted after the last rounds
ROWS = {
    (True, False): CompiledQuery(_rows),
    (False, False): CompiledQuery(lambda value: _rows(value).defer("why")),
    (True, True): CompiledQuery(_with_recent),
    (False, True): CompiledQuery(lambda value: _with_recent(value).defer("why")),
}


def with_leaders(stages: "QuerySet[Stage]", places: int) -> "QuerySet[Stage]":
    """Return stages with what `leaders` reads: the rows of the first places."""
    ranked = Snapshot.objects.filter(stage=OuterRef(OuterRef("pk")), entries__gt=0)
    last = ranked.order_by("-round_number").values("pk")[:1]
    rows = SnapshotRow.objects.filter(snapshot=Subquery(last), rank__lte=places)
    leading = rows_column(
        named(rows).order_by("position"),
        *("id", "snapshot_id", "entry_id", "position", "group", "rank", "is_tied", "previous_rank"),
        *("points", "tiebreaks", "played", "won", "drawn", "lost", "is_provisional", "why"),
        *("own_name", "entry_number", "entry_state", "entry_club", "people"),
    )
    columns: dict[str, Any] = {"leaders_read": leading}
    with_column: QuerySet[Stage] = stages.annotate(**columns)
    return with_column


def leaders(stage: Any) -> list[SnapshotRow]:
    """Return the first places in the last snapshot of a stage that was read `with_leaders`."""
    return read_rows(SnapshotRow, stage.leaders_read)


def _of_last_rounds(value: Callable[[str], Any]) -> "QuerySet[SnapshotRow]":
    ranked = Snapshot.objects.filter(stage__any_of=value("stages"), entries__gt=0)
    last = ranked.order_by("stage_id", "-round_number").distinct("stage_id")
    rows = named(SnapshotRow.objects.all()).filter(snapshot__in=last.values("pk"))
    with_stage = rows.annotate(stage_id=F("snapshot__stage_id"))
    return with_stage.order_by("snapshot_id", "position")


def first_rows(stage_ids: list[int], *, most: int) -> dict[int, list[SnapshotRow]]:
    """Return so many rows of the last standings of each stage, with one query and no reasons."""
    rows_of: dict[int, list[SnapshotRow]] = {}
    for row in FIRST_ROWS(stages=stage_ids, most=most):
        rows_of.setdefault(row.stage_id, []).append(row)  # type: ignore[attr-defined]
    return rows_of


FIRST_ROWS = CompiledQuery(
    lambda value: _of_last_rounds(value).filter(position__lte=value("most")).defer("why")
)


def row_of(stage: Stage, entry_id: int, round_number: int | None = None) -> SnapshotRow | None:
    """Return an entry's row after a round, or after the last one.

    `is_during` says of it whether its round is still being played, `rounds_begun` how many rounds
    of the stage have been opened.
    """
    rows = named(SnapshotRow.objects.all()).filter(snapshot__stage=stage, entry_id=entry_id)
    rows = rows.annotate(
        is_during=_round_is_open("snapshot__stage", "snapshot__round_number"),
        rounds_begun=_rounds_begun("snapshot__stage"),
    )
    if round_number is not None:
        rows = rows.filter(snapshot__round_number=round_number)
    return rows.select_related("snapshot").order_by("-snapshot__round_number").first()


def neighbours_of(row: SnapshotRow, *, distance: int = 1) -> list[SnapshotRow]:
    """Return the rows around this one, itself included, best first."""
    around = named(row.snapshot.rows.all()).filter(
        position__gte=row.position - distance, position__lte=row.position + distance
    )
    return list(around.order_by("position"))
