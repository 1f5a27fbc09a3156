"""Messages are delivered twice, in any order, or never; and never more wait than one a stage."""

from datetime import timedelta
from random import Random

import pytest

from league.foundation.jobs import catching_up
from league.foundation.journal.services import deliver_all
from league.tables.outlook.models import StageOutlook
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from tests.recovery import queue
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import agree
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
