"""What must be true after a fault, worked out from submissions alone, by nothing that is tested."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from deploy.workshop.drill.pairs_evening import Evening
from league.play.events.models import Stage
from league.play.results.models import LIVE, Submission
from league.play.rounds.models import Placement, Table
from league.tables.standings.methods import rank
from league.tables.standings.models import SnapshotRow, StageStandings

# (place, tied, entry, points)
Places: TypeAlias = list[tuple[int, bool, int, float]]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A deal of a table that a phone was answered was taken; `score` by side."""

    table_id: int
    number: int
    key: UUID
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """A submission that is valid in the database, and the keys of all who sent it."""

    table_id: int
    number: int
    score: tuple[int, ...]
    keys: frozenset[UUID]


@dataclass(frozen=True, slots=True)
class Report:
    """What came of so many acknowledged submissions; nothing else than `is_clean` will do."""

    acknowledged: int
    lost: Sequence[Acknowledged]
    doubled: int
    standings_are_equal: bool

    @property
    def is_clean(self) -> bool:
        return not self.lost and not self.doubled and self.standings_are_equal


def make_report(acknowledged: Collection[Acknowledged], evenings: Sequence[Evening]) -> Report:
    """Compare answers to phones with what the database has, and standings with a rebuild."""
    stored = stored_submissions(evenings)
    begun = {row.table_id for row in stored}
    return Report(
        acknowledged=len(acknowledged),
        lost=lost_of(acknowledged, stored),
        doubled=doubled_of(stored),
        # an evening of which nobody submitted anything has no standings
        standings_are_equal=are_right(
            *(evening for evening in evenings if begun & {table.pk for table in evening.tables})
        ),
    )


def lost_of(
    acknowledged: Collection[Acknowledged], stored: Collection[Stored]
) -> list[Acknowledged]:
    """Return what was acknowledged and is not stored under its key, with its score."""
    found = {(row.table_id, row.number, row.score, key) for row in stored for key in row.keys}
    return [
        one for one in acknowledged if (one.table_id, one.number, one.score, one.key) not in found
    ]


def doubled_of(stored: Collection[Stored]) -> int:
    """Count what stands more often than once: submissions of one deal, and of one key."""
    of_a_deal = Counter((row.table_id, row.number) for row in stored)
    of_a_key = Counter((row.table_id, key) for row in stored for key in row.keys)
    return max(sum(of_a_deal.values()) - len(of_a_deal), of_a_key.total() - len(of_a_key))


def stored_submissions(evenings: Sequence[Evening]) -> list[Stored]:
    rows = Submission.objects.filter(
        table__round__in=[evening.round for evening in evenings], state__in=LIVE
    )
    return [
        Stored(
            row.table_id,
            row.number,
            tuple(row.deal.score),
            frozenset(
                [
                    row.key,
                    *(
                        confirmation.key
                        for confirmation in row.confirmations.all()
                        if confirmation.key
                    ),
                ]
            ),
        )
        for row in rows.select_related("deal").prefetch_related("confirmations")
    ]


def counting(table: Table) -> list[Submission]:
    submissions = table.submissions.filter(state__in=["submitted", "confirmed"])
    return list(submissions.select_related("deal").order_by("number"))


def fresh_standings(stage: Stage) -> Places:
    """Rank what the submissions come to, by the `rank` door, without anything derived."""
    entries: dict[int, list[str]] = defaultdict(list)
    places = Placement.objects.filter(round__stage=stage, table__isnull=False).order_by("side")
    for table_id, entry_id in places.values_list("table_id", "entry_id"):
        entries[table_id].append(str(entry_id))
    answer = rank(
        {
            "method": stage.event.method,
            "tiebreaks": stage.event.tiebreaks,
            "entries": [{"id": str(pk)} for pk in stage.event.entries.values_list("pk", flat=True)],
            "matches": [
                {
                    "round": table.round.number,
                    "table": table.number,
                    "sides": [
                        {"entries": [entry], "points": points}
                        for entry, points in zip(entries[table.pk], totals, strict=True)
                    ],
                }
                for table, totals in _played_out(stage)
            ],
        }
    )
    return [
        (row["rank"], row["tied"], int(row["entry"]), float(row["points"]))
        for row in answer["rows"]
    ]


def _played_out(stage: Stage) -> list[tuple[Table, list[int]]]:
    """Return the tables where every deal that was due counts, with the sums of their scores."""
    played = []
    for table in Table.objects.filter(round__stage=stage).select_related("round"):
        scores = [row.deal.score for row in counting(table)]
        if len(scores) == stage.event.deals_a_round:
            played.append((table, [sum(side) for side in zip(*scores, strict=True)]))
    return played


def stored_standings(stage: Stage) -> Places:
    rows = SnapshotRow.objects.filter(snapshot__stage=stage).order_by("position")
    return [
        (rank_, tied, entry, float(points))
        for rank_, tied, entry, points in rows.values_list("rank", "is_tied", "entry_id", "points")
    ]


def are_right(*evenings: Evening) -> bool:
    """Return whether nothing is wanted any more and the standings are those of the submissions."""
    for evening in evenings:
        state = StageStandings.objects.filter(stage=evening.stage).first()
        if state is None or state.wanted != state.built:
            return False
        if sorted(stored_standings(evening.stage)) != sorted(fresh_standings(evening.stage)):
            return False
    return True
