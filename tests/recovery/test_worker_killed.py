"""The worker is killed with -9 in the middle of a transaction."""

import pytest

from league.tables.standings.models import Snapshot
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import (
    agree,
    held_up,
    kill_all_of,
    wait_until_held,
)
from tests.recovery.truth import are_right, check_tables, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

IN_A_DELIVERY, IN_A_REBUILD = "standings_stagestandings", "standings_snapshotrow"


def test_killed_in_a_delivery_and_then_in_a_rebuild_it_loses_and_doubles_nothing(
    start_quick_worker,
):
    evening = make_evening(4)
    submitted = {}
    for number, place in enumerate([IN_A_DELIVERY, IN_A_REBUILD], start=1):
        with held_up(place):  # first: a worker that has begun would do what the last one left
            worker = start_quick_worker(sweeps=True)
            agree(evening, number, points=20 + number)
            wait_until_held(place)
            kill_all_of(worker)
        submitted[number] = [score_of(20 + number)]
        assert not Snapshot.objects.exists()  # nothing of the half is there
    agree(evening, 3, points=28)  # while nobody works
    submitted[3] = [score_of(28)]
    assert not are_right(evening)

    start_quick_worker(sweeps=True)

    wait_for_standings(evening)
    check_tables(evening, submitted)
