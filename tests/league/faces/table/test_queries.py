"""What a phone sends is done in few queries: the sheet is read once, by the service."""

import pytest

from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE
from tests.league.play.results.factories import make_table, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def table():
    return make_table()


def test_of_a_deal_that_is_checked_and_sent(table, django_assert_num_queries):
    phone = Phone(table, seat=0)
    typed = phone.form() | PINOCHLE | {"do": "check"}
    with django_assert_num_queries(10):
        checked = phone.post("deals/", typed)
    with django_assert_num_queries(14):
        assert phone.send_checked(checked).status_code == 303


def test_of_a_deal_that_is_confirmed(table, django_assert_num_queries):
    sent, phone = submit(table), Phone(table, seat=1)
    with django_assert_num_queries(15):
        assert phone.post("confirm/", {"submission": sent.pk}).status_code == 303


def test_of_a_seat_that_is_taken(table, django_assert_num_queries):
    phone = Phone(table)
    with django_assert_num_queries(4):
        assert phone.post("seat/", {"seat": 1}).status_code == 303


def test_of_melds_that_are_tapped(table, django_assert_num_queries):
    phone = Phone(table, seat=0)
    with django_assert_num_queries(4):
        phone.get("laid/?melds_by=laid&trump=H&laid-0-run=1")
