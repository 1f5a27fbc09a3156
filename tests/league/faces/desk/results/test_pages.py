"""The desk's pages about results: room, table, deals, disputes, awards, penalties."""

from uuid import uuid4

import pytest
from django.urls import reverse

from league.play.results.models import Adjustment, TableResult
from league.tables.standings.models import PlayOff
from tests.league.faces.desk.results.desk import DEAL, Desk
from tests.league.play.results.factories import (
    BOB,
    make_table,
    pinochle,
    play,
    states,
    submit,
)
from tests.league.play.rounds.factories import open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def test_a_double_click_enters_one_deal():
    table = make_table()
    desk, key = Desk(table), uuid4()

    desk.post("deal_enter", **DEAL, do="write", key=key, number=1)
    desk.post("deal_enter", **DEAL, do="write", key=key, number=1)

    assert states(table) == [(1, "confirmed")]


def test_a_deal_is_struck_out_with_a_reason():
    table = make_table()
    submit(table)
    desk = Desk(table)

    assert desk.post("deal_void", 1, reason="").status_code == 422
    desk.post("deal_void", 1, reason="wrong table")

    assert states(table) == [(1, "void")]
    assert desk.get("deal_void", 1).status_code == 404
    assert "wrong table" in text_of(desk.get("deal_history", 1))


def disputed_table():
    table = make_table()
    first = submit(table)
    second = submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB)
    return table, first, second


def test_a_dispute_is_settled_for_one_of_the_submissions():
    table, _first, second = disputed_table()
    desk = Desk(table)
    page = text_of(desk.get("deal_settle", 1))
    assert "differs" in page
    assert "is right" in page
    assert "Score of" in page

    desk.post("deal_settle", 1, choose=second.pk, reason="counted the tricks")

    assert states(table) == [(1, "void"), (1, "confirmed")]


def test_everything_that_waits_is_confirmed_at_once():
    table = make_table()
    submit(table)
    submit(table)

    Desk(table).post("table_move", action="confirm")

    assert states(table) == [(1, "confirmed"), (2, "confirmed")]


def test_a_table_is_ended_early_and_goes_on():
    table = make_table()
    play(table, pinochle())
    desk = Desk(table)

    desk.post("table_move", action="end")
    assert TableResult.objects.get().state == "confirmed"

    desk.post("table_move", action="resume")
    assert TableResult.objects.get().state == "playing"

    desk.post("table_move", action="dance")
    assert "Choose one of the buttons below." in text_of(desk.get("table"))


def test_what_the_side_that_came_would_get_is_said_before_it_is_decided():
    desk = Desk(make_table(entries=4, method={"name": "total_points"}))
    second = open_round(desk.table.round.stage.rounds.get(number=2))
    assert "So far that is" not in text_of(desk.get("table_forfeit"))
    desk.post("table_award", points_0="5", points_1="3", reason="x")
    desk.table = second.tables.first()

    assert "So far that is: " in text_of(desk.get("table_forfeit"))


def test_points_are_awarded_and_taken_back():
    table = make_table()
    desk = Desk(table)

    half = desk.post("table_award", points_0="5", reason="x")
    assert half.status_code == 422
    desk.post("table_award", points_0="100", points_1="0.5", reason="they left")
    assert TableResult.objects.get().awarded == [100, 0.5]
    assert "they left" in text_of(desk.get("table"))

    desk.post("table_award", reason="they came back")
    assert TableResult.objects.get().awarded is None


def test_who_won_a_level_table_is_decided_and_taken_back():
    table = make_table()
    desk = Desk(table)

    early = desk.post("table_decide", side="0", reason="a cut")
    assert early.status_code == 422
    desk.post("table_award", points_0="5", points_1="5", reason="called away")
    assert "Decide who won the level table" in text_of(desk.get("table"))
    desk.post("table_decide", side="1", reason="a cut of the cards")
    result = TableResult.objects.get()
    assert (result.winner, result.awarded) == (1, [5, 5])
    shown = text_of(desk.get("table"))
    assert "a cut of the cards" in shown
    assert "decision on who won it: None" not in shown
    assert "decision on who won it: " in shown
    assert result.decided_by_lot is False

    desk.post("table_decide", side="1", reason="a cut of the cards", by_lot="on")
    assert TableResult.objects.get().decided_by_lot is True
    assert " won by lot. Reason: " in text_of(desk.get("table"))

    desk.post("table_decide", side="", reason="it was a draw after all")
    assert TableResult.objects.get().winner is None


def test_points_that_come_later_decide_instead_of_the_director():
    table = make_table()
    desk = Desk(table)
    desk.post("table_award", points_0="5", points_1="5", reason="called away")
    desk.post("table_decide", side="1", reason="a cut")

    desk.post("table_award", points_0="7", points_1="5", reason="counted again")

    assert TableResult.objects.get().winner == 0
    at = [desk.event.club.slug, desk.event.slug, table.pk]
    assert "ended level" not in text_of(desk.client.get(reverse("public:table", args=at)))


def test_a_penalty_is_written_down_once_and_taken_back():
    table = make_table()
    desk = Desk(table)
    entry = desk.event.entries.first()
    typed = {"entry": entry.pk, "kind": "penalty", "points": "5", "reason": "late"}
    typed["sent_once"] = str(uuid4())

    assert desk.post("adjustments", **(typed | {"points": "-5"})).status_code == 422
    desk.post("adjustments", **typed)
    desk.post("adjustments", **typed)

    made = Adjustment.objects.get()
    assert "−5" in text_of(desk.get("adjustments"))
    desk.post("adjustment_revoke", made.pk)
    made.refresh_from_db()
    assert made.revoked_at is not None
    assert "withdrawn by" in text_of(desk.get("adjustments"))


def test_a_play_off_of_those_who_are_level_is_noted_and_taken_back():
    desk = Desk(make_table(tiebreaks=["play_off"]))
    desk.post("table_award", points_0="5", points_1="5", reason="called away")
    (group,) = desk.get("play_offs").context["groups"]
    typed = {field.html_name: field.value() or "" for field in group["form"]}
    points = dict.fromkeys((name for name in typed if "points_" in name), "3")

    desk.post("play_offs", **(typed | points))
    made = PlayOff.objects.get()
    desk.post("play_off_revoke", made.pk)

    made.refresh_from_db()
    assert made.revoked_at is not None
