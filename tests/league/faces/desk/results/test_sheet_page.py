"""A night on paper typed at the desk: rows checked at once, entered in order, nothing lost."""

import pytest

from league.clubs.models import Role
from league.play.results.models import TableResult
from tests.league.faces.desk.results.desk import Desk, row
from tests.league.play.results.factories import (
    make_pitch_table,
    make_table,
    states,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def test_what_is_right_is_saved_and_what_is_wrong_stays_typed():
    table = make_table()
    desk = Desk(table)
    typed = row(1) | row(2, bid="20") | row(3)

    answer = desk.post("table_sheet", **typed, do="write")

    assert answer.status_code == 422
    assert states(table) == [(1, "confirmed")]
    page = answer.content.decode()
    assert 'name="d1-bid"' not in page
    assert 'name="d2-bid" value="20"' in page
    assert 'name="d3-melds-0" value="34"' in page
    assert "This must be 50 or more." in text_of(answer)
    assert "Table 1: 1 deal is entered and confirmed." in text_of(answer)


def test_a_side_nobody_won_and_flags_are_cells_too():
    desk = Desk(make_pitch_table())
    typed = {
        "bid": "2", "declarer": "1", "awards-high": "1", "awards-low": "1",
        "awards-jack": "nobody", "awards-game": "nobody", "passed_out": "false",
    }  # fmt: skip

    answer = desk.post("table_sheet", **{f"d1-{k}": v for k, v in typed.items()}, do="write")
    passed = desk.post("table_sheet", **{"d2-passed_out": "true"}, do="write")

    assert (answer.status_code, passed.status_code) == (302, 302)
    assert [number for number, _state in states(desk.table)] == [1, 2]


@pytest.mark.long
def test_the_table_is_ended_with_its_sheet_by_a_director_only():
    for role, ended in ((Role.SCORER, False), (Role.DIRECTOR, True)):
        table = make_table()
        Desk(table, role=role).post("table_sheet", **row(1), end="yes", do="write")
        assert (TableResult.objects.get(table=table).ended_at is not None) is ended


def test_the_round_leads_to_the_first_sheet_that_is_not_whole():
    first = make_table(entries=4, deals_a_round=1)
    second = first.round.tables.get(number=2)
    desk = Desk(first)
    desk.post("table_sheet", **row(1), do="write")

    address = desk.address("room").replace("/room/", "/sheets/")

    assert desk.client.get(address)["Location"].endswith(f"/tables/{second.pk}/sheet/")
    Desk(second, role=None)
    desk.table = second
    assert desk.post("table_sheet", **row(1), do="next")["Location"] == desk.address("room")
    assert desk.client.get(address)["Location"] == desk.address("room")
