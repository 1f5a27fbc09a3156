"""Both sides of 25 tables send at the same moment, some of them twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from league.play.results.models import Confirmation, Dispute, Submission
from tests.recovery.evenings import make_evening, score_of, typed
from tests.recovery.phones import Phone
from tests.recovery.truth import check_tables, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

TABLES = 25
DISPUTED = frozenset({4, 9, 14, 19, 24})  # their sides tell other numbers


def is_double_clicked(number: int, side: int) -> bool:
    return (number + side) % 3 == 0


def points_submitted(number: int, side: int) -> int:
    return 4 + number + (side if number in DISPUTED else 0)


def due(number: int) -> list[int] | None:
    return None if number in DISPUTED else score_of(points_submitted(number, side=0))


def test_what_agrees_confirms_itself_and_what_differs_stands_side_by_side(own_web, worker):
    evening = make_evening(TABLES)
    phones = [
        (table.number, side, Phone(own_web.url, table, seat=side))
        for table in evening.tables
        for side in (0, 1)
    ]
    clicks = sum(1 + is_double_clicked(number, side) for number, side, _ in phones)
    start = Barrier(clicks)

    def click(phone, form, deal):
        start.wait()
        return phone.send(form, deal)

    with ThreadPoolExecutor(clicks) as people:
        forms = list(people.map(lambda one: one[2].sit_down(), phones))
        sent = [
            people.submit(click, phone, form, typed(points_submitted(number, side)))
            for (number, side, phone), form in zip(phones, forms, strict=True)
            for _ in range(1 + is_double_clicked(number, side))
        ]
        statuses = [one.result() for one in sent]
    connections.close_all()

    assert statuses == [303] * clicks
    check_tables(evening, {table.number: [due(table.number)] for table in evening.tables})
    agreed = TABLES - len(DISPUTED)
    states = list(Submission.objects.order_by("state").values_list("state", flat=True))
    assert states == ["confirmed"] * agreed + ["disputed"] * 2 * len(DISPUTED)
    assert Confirmation.objects.count() == agreed
    assert Dispute.objects.filter(settled_at__isnull=True).count() == len(DISPUTED)
    wait_for_standings(evening)
