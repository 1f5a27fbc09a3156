"""What must be true afterwards, worked out from submissions alone, by nothing that is tested."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from league.events.models import Stage
from league.results.models import Submission, TableResult
from league.rounds.models import Placement, Table
from league.standings.methods import rank
from league.standings.models import SnapshotRow, StageStandings
from tests.recovery.evenings import Evening

# (place, tied, entry, points)
Places: TypeAlias = list[tuple[int, bool, int, float]]

PATIENCE_S = 60.0


def wait_for(is_so: Callable[[], Any], *, seconds: float = PATIENCE_S, what: str = "") -> None:
    """Wait until it is so; fail when it takes longer."""
    give_up = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < give_up, what or "it did not come to be in time"
        time.sleep(0.05)


def counting(table: Table) -> list[Submission]:
    submissions = table.submissions.filter(state__in=["submitted", "confirmed"])
    return list(submissions.select_related("deal").order_by("number"))


def check_tables(evening: Evening, submitted: Mapping[int, Sequence[list[int] | None]]) -> None:
    """Compare the rows and the totals with what was submitted: by table, the score of each deal.

    None is a deal that two sides submitted differently: both are there, and none counts.
    """
    totals = dict(
        TableResult.objects.filter(round=evening.round).values_list("table__number", "totals")
    )
    for table in evening.tables:
        expected = submitted.get(table.number, [])
        counted = [(row.number, row.deal.score) for row in counting(table)]
        due = [(number, score) for number, score in enumerate(expected, start=1) if score]
        assert counted == due, f"table {table.number}"
        # nothing is written a second time beside what counts
        live = table.submissions.exclude(state="void").count()
        assert live == sum(1 if score is not None else 2 for score in expected)
        scores = [score for score in expected if score is not None]
        if expected:
            assert totals[table.number] == [sum(side) for side in zip(*scores, strict=True)] or (
                not scores and not any(totals[table.number])
            ), f"table {table.number}"


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


def wait_for_standings(*evenings: Evening, seconds: float = PATIENCE_S) -> None:
    wait_for(
        lambda: are_right(*evenings),
        seconds=seconds,
        what="the standings are not those of the submissions",
    )
