"""L7: rebuilding the standings of a large field after one result."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from deploy.workshop.bench.field import make_field, note_a_change
from deploy.workshop.bench.frozen import EVENING
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site, inside

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sizes:
    entrants: int = 10_000
    rounds: int = 11
    times: int = 3


FULL = Sizes()
TINY = Sizes(entrants=8, rounds=2)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    with inside(site.empty_database("rebuild")):
        stage = make_field(sizes.entrants, sizes.rounds, format="round_robin", kind="individual")
        yield rebuilds(stage, sizes, site.processor.seconds)


def rebuilds(stage: Any, sizes: Sizes, seconds: Callable[[Work], float]) -> Line:
    """One result of the last round changes, then the standings follow: the everyday rebuild."""
    from league.play.results.models import TableResult
    from league.tables.standings.services import rebuild

    def again() -> None:
        rebuild(stage_id=stage.pk, at=EVENING)

    note_a_change(stage)
    first = seconds(again)
    results = TableResult.objects.filter(round__stage=stage, round__number=sizes.rounds)
    taken, reading = [], []
    for change in range(sizes.times):
        result = results.order_by("pk")[change]
        result.totals, result.winner = [500 + change, 0], 0
        result.save()
        note_a_change(stage)
        reading.append(seconds(lambda: read_results(stage)))
        taken.append(seconds(again))
    return Line(
        goal="L7 rebuild",
        figures=(min(taken) / min(reading),),
        note=f"{min(taken):.2f} s, the first time {first:.1f} s;"
        f" only reading {min(reading):.2f} s.",
    )


# The plain way to read every counting result with the entries at its table: a row a table.
RESULTS = """
SELECT result.round_id, result.table_id, tbl.number, coalesce(result.awarded, result.totals),
       side.entries, side.sides, result.winner, result.state <> 'confirmed', result.forfeit
FROM results_tableresult result
JOIN rounds_table tbl ON tbl.id = result.table_id
JOIN (
    SELECT table_id, array_agg(entry_id ORDER BY side, id) AS entries,
           array_agg(side::int ORDER BY side, id) AS sides
    FROM rounds_placement WHERE round_id = ANY(%(rounds)s) AND table_id IS NOT NULL
    GROUP BY table_id
) side ON side.table_id = result.table_id
WHERE result.round_id = ANY(%(rounds)s) AND (result.is_complete OR result.awarded IS NOT NULL)
ORDER BY tbl.number, tbl.room, result.table_id
"""


def read_results(stage: Any) -> None:
    """Read every counting result with the entries at its table, and do nothing with them."""
    from django.db import connection

    rounds = list(stage.rounds.values_list("id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, {"rounds": rounds})
        assert cursor.fetchall()
