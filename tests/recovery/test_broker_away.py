"""The broker is away while people send their deals."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.hanging_server import hanging
from tests.recovery.evenings import make_evening, score_of, typed
from tests.recovery.mishaps import silent_broker, stopped_broker
from tests.recovery.phones import Phone
from tests.recovery.truth import check_tables, wait_for_standings

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]

# nobody waits for a broker; what a page itself takes on a busy machine is far less
LONGEST_S = 8.0


@pytest.mark.parametrize("away", [stopped_broker, silent_broker], ids=["stopped", "silent"])
def test_deals_are_taken_at_once_meanwhile_and_counted_when_it_is_back(
    away, own_web, start_quick_worker, embedded_servers
):
    start_quick_worker(sweeps=True)
    evening = make_evening(2)
    phones = [
        (table.number, Phone(own_web.url, table, seat=side))
        for table in evening.tables
        for side in (0, 1)
    ]

    def send(form, seated):
        number, phone = seated
        return phone.send(form, typed(20 + number))

    with away(embedded_servers), ThreadPoolExecutor(len(phones)) as people:
        # all have the form before one of them sends: behind the last deal there is none
        forms = list(people.map(lambda seated: seated[1].sit_down(), phones))
        statuses = list(people.map(send, forms, phones))
        slowest = max(phone.slowest for _number, phone in phones)

    assert statuses == [303] * len(phones)
    assert slowest < LONGEST_S, slowest
    wait_for_standings(evening)
    check_tables(evening, {number: [score_of(20 + number)] for number in (1, 2)})


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_deals_are_taken_beside_a_broker_that_takes_connections_and_never_answers(
    scheme, start_site_web, start_quick_worker, embedded_servers
):
    evening = make_evening(4)
    with hanging() as broker:
        web = start_site_web(BROKER_URL=broker.url(scheme))
        phones = [
            (table.number, Phone(web.url, table, seat=side))
            for table in evening.tables
            for side in (0, 1)
        ]
        forms = [phone.sit_down() for _number, phone in phones]
        statuses = [
            phone.send(form, typed(20 + number))
            for form, (number, phone) in zip(forms, phones, strict=True)
        ]
        asked = broker.connections

    assert statuses == [303] * len(phones)
    # it was asked, and then left alone: not each of them waited for it
    assert 0 < asked < len(phones)
    # what no message said the sweeps find
    start_quick_worker(sweeps=True)
    wait_for_standings(evening)
    check_tables(evening, {number: [score_of(20 + number)] for number in (1, 2, 3, 4)})
