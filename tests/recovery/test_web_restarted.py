"""The web server is killed and restarted while people send; their phones repeat with one key."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from league.play.results.models import Submission
from tests.recovery.evenings import make_evening, score_of, typed
from tests.recovery.mishaps import held_up, wait_until_held
from tests.recovery.phones import Phone, new_key
from tests.recovery.truth import check_tables, wait_for, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

TABLES, DEALS = 3, 2


def points_submitted(table: int, deal: int) -> int:
    return 15 + 3 * table + deal


def test_every_deal_is_there_once_however_often_it_was_sent(own_web, start_quick_worker):
    start_quick_worker(sweeps=True)
    evening = make_evening(TABLES, deals=DEALS)
    phones = [
        (table.number, Phone(own_web.url, table, seat=side), side)
        for table in evening.tables
        for side in (0, 1)
    ]

    def play(number, phone, form):
        tries = []
        for deal in range(1, DEALS + 1):
            of_deal = form | {"number": str(deal), "key": new_key()}
            tries.append(phone.send_until_taken(of_deal, typed(points_submitted(number, deal))))
        # the answer to the last one is lost as well: the phone cannot know that it was taken, and
        # the server may be on its way to the next restart
        phone.send_until_taken(of_deal, typed(points_submitted(number, DEALS)))
        return tries

    with ThreadPoolExecutor(len(phones)) as people:
        forms = list(people.map(lambda one: one[1].sit_down(), phones))
        with held_up("results_submission"):
            playing = [
                people.submit(play, number, phone, form)
                for (number, phone, _side), form in zip(phones, forms, strict=True)
            ]
            wait_until_held("results_submission", people=2)
            own_web.kill()
        own_web.start()
        wait_for(lambda: Submission.objects.count() >= TABLES, what="nobody went on")
        own_web.stop()
        own_web.start()
        tries = [one.result() for one in playing]

    assert max(map(max, tries)) > 1  # what the killed server was doing had to be sent again
    check_tables(
        evening,
        {
            table.number: [
                score_of(points_submitted(table.number, deal)) for deal in range(1, DEALS + 1)
            ]
            for table in evening.tables
        },
    )
    assert set(Submission.objects.values_list("state", flat=True)) == {"confirmed"}
    wait_for_standings(evening)
