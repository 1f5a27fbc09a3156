"""Messages are delivered twice, in any order, or never; and never more wait than one a stage."""

from datetime import timedelta
from random import Random

import pytest
from django.db import transaction

from league.foundation.jobs import catching_up
from league.foundation.journal.services import deliver_all
from league.tables.outlook.models import StageOutlook
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from tests.recovery import queue
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import agree, submit, waiting_for_a_lock
from tests.recovery.truth import are_right, check_tables, wait_for, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


# what follows a result
EVERYTHING = ("journal.deliver", "standings", "ratings", "statistics", "outlook", "highlights")


@pytest.fixture
def _without_patience(monkeypatch):
    """All that follows a result is due at once, as it is behind the last one of a round."""
    for kind in catching_up.kinds().values():
        monkeypatch.setattr(kind, "patience", timedelta(0))


@pytest.fixture(autouse=True)
def _empty_queue(embedded_servers):
    queue.empty()


def versions():
    return (
        list(StageStandings.objects.order_by("stage").values_list("stage", "version")),
        list(Snapshot.objects.order_by("id").values_list("id", "digest", "version")),
        list(SnapshotRow.objects.order_by("id").values_list("id", "digest")),
        list(StageOutlook.objects.order_by("stage").values_list("stage", "version")),
    )


@pytest.mark.long
@pytest.mark.usefixtures("_without_patience")
def test_every_task_delivered_twice_and_out_of_order_counts_nothing_twice(start_quick_worker):
    evenings = [make_evening(2) for _ in range(2)]
    for evening in evenings:
        agree(evening, 1, points=21)
    deliver_all()
    for evening in evenings:
        agree(evening, 2, points=29)
    sent = queue.waiting()
    assert queue.waiting_tasks() == dict.fromkeys(EVERYTHING, 2)
    queue.put_back_twice(sent, Random(4))
    assert queue.waiting_tasks() == dict.fromkeys(EVERYTHING, 4)

    start_quick_worker(sweeps=False)
    wait_for_standings(*evenings)
    wait_for(queue.is_empty, what="the worker did not take every message")
    before = versions()
    queue.put_back_twice(sent, Random(5))  # and once more, long afterwards
    wait_for(queue.is_empty, what="the worker did not take every message")

    assert versions() == before
    assert are_right(*evenings)
    for evening in evenings:
        check_tables(evening, {1: [score_of(21)], 2: [score_of(29)]})


def test_one_delivery_waits_however_much_happens():
    evening = make_evening(3)
    for number in (1, 2, 3):
        agree(evening, number, points=20 + number)

    assert queue.waiting_tasks() == {"journal.deliver": 1}


@pytest.mark.long
def test_what_lost_messages_left_behind_the_sweep_delivers(start_quick_worker):
    evening = make_evening(2)
    agree(evening, 1, points=22)
    assert queue.empty() > 0  # the deliveries are lost
    deliver_all()
    agree(evening, 2, points=23)
    assert queue.empty() > 0  # a rebuild is lost, and more deliveries

    start_quick_worker(sweeps=True)

    wait_for_standings(evening)
    check_tables(evening, {1: [score_of(22)], 2: [score_of(23)]})


@pytest.mark.long
def test_one_rebuild_a_stage_waits_however_many_results_arrive(start_quick_worker):
    first, second = make_evening(6), make_evening(2)
    for number in range(1, 7):
        submit(first, number, 20 + number, side=0)
        deliver_all()
        submit(first, number, 20 + number, side=1)
        deliver_all()
    agree(second, 1, points=25)
    deliver_all()

    assert queue.waiting_tasks()["standings"] == 2

    start_quick_worker(sweeps=False)
    wait_for_standings(first, second)
    versions_of = dict(StageStandings.objects.values_list("stage", "version"))
    assert versions_of == {first.stage.pk: 1, second.stage.pk: 1}
    submit(second, 2, 26, side=0)
    submit(second, 2, 26, side=1)
    wait_for_standings(first, second)


@pytest.mark.long
def test_rebuilds_of_one_stage_at_once_store_it_once_and_another_stage_does_not_wait(
    start_site_worker,
):
    busy, free = make_evening(2), make_evening(2)
    for evening in (busy, free):
        agree(evening, 1, points=24)
    deliver_all()
    sent = [one for one in queue.waiting() if queue.what_of(one) == "standings"]
    queue.put_back([*sent, sent[0]])
    with transaction.atomic():
        # as a rebuild that is about to store
        StageStandings.objects.select_for_update().get(stage=busy.stage)
        for _ in range(2):
            start_site_worker(with_clock=False)

        wait_for_standings(free)
        wait_for(lambda: waiting_for_a_lock() == 1, what="nobody is about to store")
        assert not are_right(busy)
    wait_for_standings(busy)
    wait_for(queue.is_empty, what="the workers did not take every message")

    assert set(StageStandings.objects.values_list("version", flat=True)) == {1}
    assert set(Snapshot.objects.values_list("version", flat=True)) == {1}
