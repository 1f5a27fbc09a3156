"""What must be true afterwards, worked out from submissions alone, by nothing that is tested."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deploy.workshop.drill.report import are_right, counting
from league.play.results.models import TableResult
from tests.recovery.evenings import Evening

__all__ = ["are_right", "check_tables", "counting", "wait_for", "wait_for_standings"]

PATIENCE_S = 60.0


def wait_for(is_so: Callable[[], Any], *, seconds: float = PATIENCE_S, what: str = "") -> None:
    """Wait until it is so; fail when it takes longer."""
    give_up = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < give_up, what or "it did not come to be in time"
        time.sleep(0.05)


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


def wait_for_standings(*evenings: Evening, seconds: float = PATIENCE_S) -> None:
    wait_for(
        lambda: are_right(*evenings),
        seconds=seconds,
        what="the standings are not those of the submissions",
    )
