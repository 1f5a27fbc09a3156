"""A night on paper typed at the desk: rows checked at once, entered in order, nothing lost."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.clubs.models import Player, Role
from league.play.results.models import Submission, TableResult
from tests.league.faces.desk.results.desk import Desk, row
from tests.league.play.results.factories import (
    make_pinochle_game,
    make_pitch_table,
    make_table,
    states,
    submit,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_sheet_has_a_row_for_every_deal_that_is_due_and_names_its_cells():
    page = Desk(make_table()).get("table_sheet").content.decode()

    assert page.count("data-row=") == 3
    assert re.search(r'aria-label="Deal 3: Meld, Ann Lee[^"]+"', page)
    assert 'aria-label="Deal 1: Bid"' in page


@pytest.mark.long
@pytest.mark.parametrize("make", [make_table, make_pitch_table], ids=["pinochle", "pitch"])
def test_every_cell_stands_below_its_heading(make):
    page = Desk(make()).get("table_sheet").content.decode()

    cells = re.findall(r'<td[^>]* data-label="([^"]+)" data-when=', page.split("data-row=")[1])
    asked = list(dict.fromkeys(cell.partition(", ")[0] for cell in cells))
    headings = re.findall(r'<th scope="col(?:group)?"[^>]*>(.*?)</th>', page, re.S)
    words = [re.sub(r"<[^>]+>", " ", heading).split("  ")[0].strip() for heading in headings]
    assert len(asked) > 3
    assert [word for word in words if word in asked] == asked


def test_a_list_names_players_by_their_first_word_where_that_is_enough():
    table = make_pitch_table(players=4)
    names = ["Hans Meyer", "Ingo Schröder", "Hans Müller", "佐藤 美咲"]
    players = Player.objects.filter(club=table.round.stage.event.club).order_by("pk")
    for player, name in zip(players, names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)

    page = Desk(table).get("table_sheet").content.decode()

    lists = [
        set(re.findall(r"<option[^>]*>([^<]+)</option>", one)) for one in page.split("<select")[1:]
    ]
    assert {"–", "Hans Meyer", "Ingo", "Hans Müller", "佐藤"} in lists
    assert page.count("Ingo Schröder") >= 2  # above the score, and as who deals


@pytest.mark.long
def test_rows_are_checked_at_once_and_nothing_is_written():
    desk = Desk(make_table())
    typed = row(1) | row(2, **{"points-0": "30", "points-1": "18"})

    part = desk.client.post(
        desk.address("table_sheet"), typed, headers={"hx-request": "true"}
    ).content.decode()

    assert "<html" not in part
    assert "+64" in part.split('id="d1-score-0"')[1].split("</span>")[0]
    error = part.split('id="deal_d2-points-0_error"')[1].split("</span>")[0]
    assert "Points add up to 48; they must be 50." in error
    assert not Submission.objects.exists()


@pytest.mark.long
def test_a_whole_sheet_is_saved_and_the_next_table_comes():
    first = make_table(entries=4)
    second = first.round.tables.get(number=2)
    desk = Desk(first)
    typed = row(1) | row(2) | row(3, **{"points-1": None}) | {"sum-0": "192", "sum-1": "126"}

    answer = desk.post("table_sheet", **typed, do="next")

    assert answer["Location"] == Desk(second, role=None).address("table_sheet")
    assert answer.cookies["tricktable_sheet"].value == str(first.pk)
    assert states(first) == [(1, "confirmed"), (2, "confirmed"), (3, "confirmed")]
    assert TableResult.objects.get(table=first).totals == [192, 126]


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


def test_a_wrong_row_names_no_dealer_below_it():
    desk = Desk(make_table())
    typed = row(1) | row(2, **{"points-0": "30", "points-1": "18"}) | row(3)

    part = desk.client.post(
        desk.address("table_sheet"), typed, headers={"hx-request": "true"}
    ).content.decode()

    dealers = re.findall(r'id="d(\d)-dealer"[^>]*>([^<]*)<', part)
    assert [name.split(" ")[0] for _number, name in dealers] == ["Ann", "Cy", ""]


@pytest.mark.long
def test_a_sum_that_differs_saves_nothing_until_it_is_put_right_or_emptied():
    table = make_table()
    desk = Desk(table)
    typed = row(1) | row(2)

    refused = desk.post("table_sheet", **typed, **{"sum-0": "138"}, do="write")
    assert refused.status_code == 422
    assert "The paper says 138 for Ann Lee" in text_of(refused)
    assert "the deals typed here add up to 128, a difference of 10" in text_of(refused)
    assert states(table) == []

    assert desk.post("table_sheet", **typed, do="write").status_code == 302
    assert len(states(table)) == 2


@pytest.mark.long
def test_a_row_left_out_is_named():
    answer = Desk(make_table()).post("table_sheet", **row(2), do="write")

    # nothing is taken: the device keeps what was typed
    assert "tricktable_sheet" not in answer.cookies
    assert " data-answered" in answer.content.decode()

    assert answer.status_code == 422
    assert "Deal 1 has not been entered yet." in text_of(answer)
    assert 'name="d2-bid" value="60"' in answer.content.decode()


@pytest.mark.long
def test_a_deal_that_a_phone_submitted_meanwhile_is_not_lost_from_the_paper():
    table = make_table()
    submit(table)

    answer = Desk(table).post("table_sheet", **row(1), **row(2), do="write")

    assert answer.status_code == 302
    assert states(table) == [(1, "submitted"), (2, "confirmed")]


@pytest.mark.long
def test_a_game_has_rows_to_spare_and_more_on_demand():
    desk = Desk(make_pinochle_game())

    page = desk.get("table_sheet").content.decode()
    more = desk.post("table_sheet", **row(1), rows="8", do="more").content.decode()
    again = desk.client.get(desk.address("table_sheet") + "?rows=12").content.decode()

    assert page.count("data-row=") == 8
    assert more.count("data-row=") == 12
    assert again.count("data-row=") == 12
    assert 'name="d1-bid" value="60"' in more


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


@pytest.mark.long
def test_players_may_not_type_sheets():
    assert Desk(make_table(), role=Role.PLAYER).get("table_sheet").status_code == 403


@pytest.mark.long
def test_queries_do_not_grow_with_rows_or_tables():
    counts = []
    for entries, deals in ((4, 3), (12, 16)):
        desk = Desk(make_table(entries=entries, deals_a_round=deals))
        typed = {}
        for number in range(1, deals + 1):
            typed |= row(number)
        desk.post("table_sheet", **typed)
        with CaptureQueriesContext(connection) as queries:
            desk.post("table_sheet", **typed)
        counts.append(len(queries))

    assert counts[0] == counts[1]
