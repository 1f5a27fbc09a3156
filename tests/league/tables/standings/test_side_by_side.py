"""Rebuilds beside themselves, with real connections."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from league.play.results.models import TableResult
from league.tables.standings.models import StageStandings
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.tables.standings.factories import NOW, make_round, make_stage, play, shown

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def in_threads(*jobs):
    """Run the jobs at the same moment, each with a connection of its own; return their answers."""
    start = Barrier(len(jobs))

    def run(job):
        try:
            start.wait()
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [done.result() for done in [threads.submit(run, job) for job in jobs]]


def test_no_result_is_lost_when_results_arrive_while_it_is_rebuilt():
    names = [f"Player {number:02d}" for number in range(20)]
    stage = make_stage(*names, method={"name": "total_points"}, tiebreaks=[])
    first = make_round(stage)
    results = [play(first, {a: 0, b: 0}) for a, b in zip(names[::2], names[1::2], strict=True)]

    def arrive(result: TableResult, points: int):
        def job():
            TableResult.objects.filter(pk=result.pk).update(totals=[points, points])
            mark_standings_stale(stage_ids=[stage.pk], at=NOW)
            rebuild(stage_id=stage.pk, at=NOW)

        return job

    in_threads(*[arrive(result, 10 * (place + 1)) for place, result in enumerate(results)])

    state = StageStandings.objects.get()
    assert state.wanted == len(results)
    rebuild(stage_id=stage.pk, at=NOW)
    expected = sorted(10 * (place // 2 + 1) for place in range(20))
    assert sorted(points for _, _, points in shown(stage)) == expected
    state.refresh_from_db()
    assert state.built == state.wanted
