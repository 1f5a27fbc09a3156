"""The worker is killed with -9 in the middle of a transaction."""

from datetime import timedelta

import pytest
from django.db.models import F

from league.tables.standings.models import Snapshot, StageStandings
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import (
    agree,
    held_up,
    kill_all_of,
    kill_task_process_of,
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
        worker = start_quick_worker(sweeps=True)
        with held_up(place):
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


def test_its_process_for_tasks_killed_in_a_rebuild_is_replaced_and_does_it_again(
    start_quick_worker,
):
    evening = make_evening(2)
    worker = start_quick_worker(sweeps=False)
    with held_up(IN_A_REBUILD):
        agree(evening, 1, points=27)
        wait_until_held(IN_A_REBUILD)
        kill_task_process_of(worker)

    wait_for_standings(evening)
    check_tables(evening, {1: [score_of(27)]})


def test_what_a_killed_worker_was_at_the_next_one_that_is_asked_for_anything_builds(
    start_site_worker,
):
    left, other = make_evening(2), make_evening(2)
    with held_up(IN_A_REBUILD):
        # all of it is handed on before the standings are begun
        agree(left, 1, points=27)
        # neither sweeps nor the broker send again what is lost
        killed = start_site_worker(with_clock=False)
        wait_until_held(IN_A_REBUILD)
        kill_all_of(killed)
    StageStandings.objects.update(wanted_at=F("wanted_at") - timedelta(minutes=1))
    start_site_worker(with_clock=False)

    agree(other, 1, points=28)

    wait_for_standings(other, left)
    check_tables(left, {1: [score_of(27)]})
