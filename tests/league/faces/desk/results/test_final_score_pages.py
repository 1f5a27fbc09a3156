"""Final scores at the desk: of one table, of a whole round, corrected and settled."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from league.play.events.models import Event
from league.play.results.models import Submission, TableResult
from tests.league.faces.desk.results.desk import GAME, Desk, scores_address
from tests.league.play.results.factories import BOB, make_table, pinochle, play, states, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def final(*score, **more):
    return {"final_score": list(score), **more}


def typed(*scores, **more):
    return {"kind": "final", **{f"score-{n}": str(s) for n, s in enumerate(scores)}, **more}


@pytest.mark.long
def test_the_director_enters_the_final_score_of_a_table():
    table = make_table(**GAME)
    desk = Desk(table)
    assert "Enter the final score" in text_of(desk.get("table"))

    written = desk.post("score_enter", **typed(520, 340), do="write", key=uuid4())

    assert (written.status_code, written["Location"]) == (302, desk.address("table"))
    assert states(table) == [(1, "confirmed")]
    shown = text_of(desk.get("table"))
    assert "final score" in shown
    assert "dealt by" not in shown
    assert "final score" in text_of(desk.get("room"))


def test_a_refused_score_is_kept_and_who_won_is_asked():
    desk = Desk(make_table(**GAME))

    answer = desk.post("score_enter", **typed(540, 510), do="write", key=uuid4())

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "say who won" in text_of(answer)
    assert 'name="score-0" value="540"' in html
    assert not re.search(r'data-question="winner"[^>]*hidden', html)
    desk.post("score_enter", **typed(540, 510, winner="1"), do="write", key=uuid4())
    assert TableResult.objects.get().winner == 1


@pytest.mark.long
def test_a_game_that_was_stopped_is_entered_as_it_stood():
    desk = Desk(make_table(**GAME))

    desk.post("score_enter", **typed(240, 310, unfinished="on"), do="write", key=uuid4())

    assert Submission.objects.get().deal.data == final(240, 310, unfinished=True)


def test_a_final_score_is_corrected_struck_out_and_restored():
    table = make_table(**GAME)
    submit(table, final(520, 340))
    desk = Desk(table)

    page = desk.get("deal_correct", 1)
    assert 'name="score-0" value="520"' in page.content.decode()
    desk.post("deal_correct", 1, **typed(510, 340), do="write", reason="typo", key=uuid4())
    assert TableResult.objects.get().totals == [510, 340]
    assert "Final score" in text_of(desk.get("deal_history", 1))
    desk.post("deal_void", 1, reason="wrong table")
    assert TableResult.objects.get().totals == [0, 0]
    struck = Submission.objects.get(state="void")
    desk.post("deal_restore", 1, submission=struck.pk)
    assert TableResult.objects.get().totals == [510, 340]


@pytest.mark.long
def test_two_final_scores_are_compared_and_settled():
    table = make_table(**GAME)
    submit(table, final(520, 340))
    submit(table, final(520, 350), side=1, actor=BOB)
    desk = Desk(table)

    page = text_of(desk.get("deal_settle", 1))
    assert "Settle the dispute about the final score" in page
    right = {"do": "write", "reason": "counted", "key": uuid4()}
    desk.post("deal_settle", 1, **typed(520, 350), **right)

    assert TableResult.objects.get().totals == [520, 350]


@pytest.mark.long
def test_the_final_scores_of_a_round_are_entered_on_one_page():
    first = make_table(entries=6, **GAME)
    one, two, played = first.round.tables.order_by("number")
    play(played, pinochle())
    desk = Desk(first)
    assert "Enter final scores" in text_of(desk.get("room"))
    page = text_of(desk.client.get(scores_address(desk)))
    assert "Table 1" in page
    assert "Table 3" not in page

    answer = desk.client.post(
        scores_address(desk), {f"t{one.pk}-score-0": "520", f"t{one.pk}-score-1": "340"}
    )

    assert answer.status_code == 302
    assert states(one) == [(1, "confirmed")]
    assert states(two) == []


def test_one_wrong_score_of_a_round_keeps_them_all_in_the_form():
    first = make_table(entries=4, **GAME)
    one, two = first.round.tables.order_by("number")
    desk = Desk(first)
    sent = {f"t{one.pk}-score-0": "520", f"t{one.pk}-score-1": "340"}
    sent |= {f"t{two.pk}-score-0": "5200", f"t{two.pk}-score-1": "340"}

    answer = desk.client.post(scores_address(desk), sent)

    assert answer.status_code == 422
    assert "cannot have 5,200" in text_of(answer)
    assert 'value="520"' in answer.content.decode()
    assert not Submission.objects.exists()


def test_the_setting_is_chosen_in_the_events_form_also_while_it_runs():
    table = make_table(table_play="game", deals_a_round=None)
    desk = Desk(table)
    address = reverse("desk:event_setup", args=[desk.event.club.slug, desk.event.slug, "rounds"])
    assert "Final scores only" in text_of(desk.client.get(address))

    answer = desk.client.post(address, {"final_scores": "table", "rounds_planned": ""})

    assert answer.status_code == 302, text_of(answer)
    assert Event.objects.get(pk=desk.event.pk).final_scores == "table"
