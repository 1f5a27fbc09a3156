"""What the desk writes at a table is done in few queries."""

from uuid import uuid4

import pytest

from tests.league.faces.desk.results.desk import DEAL, Desk
from tests.league.play.results.factories import make_table, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_of_a_deal_that_is_looked_at_and_entered(django_assert_num_queries):
    desk = Desk(make_table())
    with django_assert_num_queries(12):
        assert desk.post("deal_enter", **DEAL, do="check").status_code == 200
    with django_assert_num_queries(20):
        answer = desk.post("deal_enter", **DEAL, do="write", key=uuid4())
    assert answer.status_code == 302


def test_of_deals_that_are_confirmed_for_everybody(django_assert_num_queries):
    table = make_table()
    submit(table)
    desk = Desk(table)
    with django_assert_num_queries(16):
        assert desk.post("table_move", action="confirm").status_code == 302
